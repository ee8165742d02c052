import Streams

extension Operation {
    /// The second style: suspends, and resumes straight from where the result arrived.
    ///
    /// Cancelling the task cancels the work; its error is then the operation's own for that.
    func value() async throws(Failure) -> Value {
        let slot = CancellationSlot()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                slot.fill(begin { continuation.resume(returning: $0) })
            }
        } onCancel: {
            slot.cancel()
        }
        return try result.get()
    }
}
