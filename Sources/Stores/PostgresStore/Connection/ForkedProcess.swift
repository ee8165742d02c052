import LinuxSystemCalls
import SecretStorage

/// A child that was forked without starting a program: it has the store of its parent, but not the threads, and the
/// connections are the parent's.
enum ForkedProcess {
    /// The error of each call there.
    static let error = SecretStoreError(
        .unavailable, detail: "the store is that of the parent process: create one after the fork")

    /// Returns whether this process was forked from that of an object.
    ///
    /// - Parameter process: The generation of the process in which the object was created.
    /// - Returns: Whether it was.
    static func isChild(of process: Int) -> Bool { process != ProcessGeneration.current }
}
