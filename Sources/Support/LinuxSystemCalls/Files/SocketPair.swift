import LinuxCLibrary

/// Two connected sockets; both are closed in programs that this process starts.
package struct SocketPair: Sendable {
    /// The end of this process.
    package let near: Int32
    /// The end for another program.
    package let far: Int32

    /// Opens a pair of stream sockets, which the caller closes.
    ///
    /// - Throws: ``SystemCallError``.
    package init() throws(SystemCallError) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw SystemCallError() }
        (near, far) = (ends[0], ends[1])
    }
}
