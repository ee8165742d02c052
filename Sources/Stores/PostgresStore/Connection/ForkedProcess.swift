import LinuxSystemCalls
import SecretStorage

/// A child that was forked without `exec`: it has its parent's store, but not the threads, and the connections belong
/// to the parent.
enum ForkedProcess {
    /// The error of each call in a forked child.
    static let error = SecretStoreError(
        .unavailable, detail: "the store is that of the parent process: create one after the fork")

    /// Returns whether this process was forked from the process with this generation.
    static func isChild(of process: Int) -> Bool { process != ProcessGeneration.current }
}
