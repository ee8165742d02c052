import Glibc
import LinuxSystemCalls

/// A state of the kernel that a test awaits: a thread that ends, a descriptor that is closed, a file that is removed.
///
/// The kernel reports no event for these, so the condition is evaluated every two milliseconds. In between the thread
/// is suspended in the kernel; no task and no core waits.
package enum SystemState {
    /// Suspends until a condition holds.
    ///
    /// - Parameters:
    ///   - limit: The longest wait.
    ///   - condition: The condition; called on a thread of its own.
    /// - Returns: Whether the condition held in time.
    package static func reaches(
        within limit: Duration = .seconds(600), _ condition: @escaping @Sendable () -> Bool
    ) async -> Bool {
        await withCheckedContinuation { continuation in
            let isStarted = BackgroundThread.start(named: "test-state") {
                continuation.resume(returning: blocks(within: limit, until: condition))
            }
            if !isStarted { continuation.resume(returning: false) }
        }
    }

    /// Blocks this thread until a condition holds.
    ///
    /// - Parameters:
    ///   - limit: The longest wait.
    ///   - condition: The condition.
    /// - Returns: Whether the condition held in time.
    package static func blocks(within limit: Duration = .seconds(600), until condition: () -> Bool) -> Bool {
        let deadline = MonotonicClock.now + limit.wholeNanoseconds
        while !condition() {
            guard MonotonicClock.now < deadline else { return false }
            poll(nil, 0, 2)
        }
        return true
    }

    /// Returns the names in a folder of the kernel, such as `/proc/self/fd`.
    ///
    /// It ends the process if the folder cannot be listed: a process without a free descriptor would seem to have none.
    ///
    /// - Parameter folder: The path of the folder.
    /// - Returns: The names of its entries.
    package static func entries(of folder: String) -> [String] {
        guard let directory = opendir(folder) else { preconditionFailure("\(folder): errno \(errno)") }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                })
        }
        return names.filter { $0 != "." && $0 != ".." }
    }
}
