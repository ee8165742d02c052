import Foundation
import OpenSSLCryptography
import ProgramRunner
import Synchronization

/// Threads that run a closure at the same time.
enum Threads {
    static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        DispatchQueue.concurrentPerform(iterations: count, execute: body)
    }

    /// Runs a closure on a number of threads, also more than the machine has cores, and waits for all of them.
    static func each(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        for wait in (0..<count).map({ number in result { body(number) } }) { wait() }
    }

    /// Starts a closure on a thread of its own, and returns a function that waits for its result.
    static func result<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> () -> Value {
        let box = Box<Value>()
        let thread = Thread {
            let value = body()
            box.result.withLock { $0 = value }
            box.done.signal()
        }
        thread.start()
        return {
            box.done.wait()
            guard let value = box.result.withLock({ $0 }) else { preconditionFailure("the thread sets it first") }
            return value
        }
    }

    private final class Box<Value: Sendable>: Sendable {
        let result = Mutex<Value?>(nil)
        let done = DispatchSemaphore(value: 0)
    }
}

/// The descriptors of this process.
enum Descriptors {
    /// Their numbers.
    static var numbers: [Int32] {
        ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []).compactMap { Int32($0) }
    }

    /// The targets of the descriptors.
    static var targets: [String] {
        numbers.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
            .sorted()
    }
}

extension SecretBytes {
    /// A copy, to compare.
    var bytes: [UInt8] { withUnsafeBytes { Array($0) } }
}
