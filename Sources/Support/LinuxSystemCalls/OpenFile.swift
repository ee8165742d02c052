import LinuxCLibrary

/// Operations on open files and folders, by descriptor.
package enum OpenFile {
    /// The number of files that the process may have open at the same time.
    package static var limit: UInt64 {
        var limit = rlimit()
        return getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 ? UInt64(limit.rlim_cur) : 1_024
    }

    /// Writes all octets to a file, with one system call if the file accepts them, and waits for one that is full.
    /// Throws ``SystemCallError``; a part may have been written.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemCallError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { LinuxCLibrary.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN {
                var full = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&full, 1, -1)
                continue
            }
            guard count > 0 else { throw SystemCallError() }
            rest = rest.dropFirst(count)
        }
    }

    /// Lists the files of a folder, sorted; the position of the descriptor does not change.
    package static func names(withSuffix suffix: String, in descriptor: Int32) throws(SystemCallError) -> [String] {
        // A separate descriptor, because reading the list moves its position.
        let number = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0 else { throw SystemCallError() }
        guard let listing = fdopendir(number) else {
            let error = SystemCallError()
            close(number)
            throw error
        }
        defer { closedir(listing) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(listing) else {
                // The end, or a failure: a part of the list would hide secrets.
                guard errno == 0 else { throw SystemCallError() }
                return names.sorted()
            }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(suffix) { names.append(name) }
        }
    }
}

package enum FilePath {
    /// Returns the absolute path without symbolic links; `nil` when there is no such file.
    package static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}

/// Two connected sockets; both are closed in programs that this process starts.
package struct SocketPair: Sendable {
    package let near: Int32
    package let far: Int32

    /// Opens a pair of stream sockets, which the caller closes.
    package init() throws(SystemCallError) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw SystemCallError() }
        (near, far) = (ends[0], ends[1])
    }
}
