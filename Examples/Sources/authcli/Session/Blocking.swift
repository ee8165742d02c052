import Dispatch

/// Work that waits for disks and for other processes: not on the few threads that run tasks.
enum Blocking {
    private static let queue = DispatchQueue(label: "authcli.blocking", attributes: .concurrent)

    static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try body() }) }
        }
    }
}
