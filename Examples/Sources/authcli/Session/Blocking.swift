import Dispatch

/// A queue for work that waits for disks and other processes, which must not block the threads of Swift tasks.
enum Blocking {
    private static let queue = DispatchQueue(label: "authcli.blocking", attributes: .concurrent)

    static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try body() }) }
        }
    }
}
