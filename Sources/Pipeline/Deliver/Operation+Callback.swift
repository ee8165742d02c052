import Dispatch
import Streams

extension Operation {
    /// The first style: calls `callback` on the operation's queue.
    func start(_ callback: @escaping Completion) -> any Cancellable {
        guard !deliversInPlace else { return begin(callback) }
        return begin { result in deliver { callback(result) } }
    }

    /// The first style for code that lives on the main actor.
    func start(onMainActor callback: @escaping @MainActor (Result<Value, Failure>) -> Void) -> any Cancellable {
        begin { result in
            DispatchQueue.main.async { MainActor.assumeIsolated { callback(result) } }
        }
    }
}
