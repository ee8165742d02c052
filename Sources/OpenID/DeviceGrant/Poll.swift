import HTTPMessages
import RequestPipeline
import Streams
import Synchronization

/// Polls the token endpoint until a response is final, the codes have expired, or it is cancelled.
///
/// At any moment either one timer or one request is active.
final class Poll<Value: Sendable, Failure: RequestFailure>: Cancellable {
    typealias Completion = @Sendable (Result<Value, Failure>) -> Void

    /// The request of a poll, and the clocks.
    struct Question: Sendable {
        /// Sends the request once.
        let ask: @Sendable (@escaping Completion) -> any Cancellable
        /// Returns the meaning of an error response; `nil` when it is final.
        let meaning: @Sendable (Failure) -> PollResponse?
        /// Called each time the server responds that the user has not decided yet.
        let report: @Sendable () -> Void
        let time: TimeSource
        let alarm: Alarm
    }

    private struct State {
        var schedule: PollSchedule
        var step = CancellationSlot()
    }

    private let question: Question
    private let state: Mutex<State>
    /// Taken before the last step is cancelled, and checked under the lock, so that no step begins after the end.
    private let completion: CompletionOnce<Result<Value, Failure>>

    private init(_ question: Question, _ authorization: DeviceAuthorization, _ completion: @escaping Completion) {
        self.question = question
        let schedule = PollSchedule(
            interval: authorization.interval, lifetime: authorization.lifetime, at: question.time.uptime)
        state = Mutex(State(schedule: schedule))
        self.completion = CompletionOnce(completion)
    }

    /// Begins with a pause: the user needs time to type the code.
    static func begin(
        _ question: Question, _ authorization: DeviceAuthorization, _ completion: @escaping Completion
    ) -> any Cancellable {
        let poll = Poll(question, authorization, completion)
        poll.wait(after: .pending)
        return poll
    }

    func cancel() {
        finish(.failure(Failure(cause: TransportError(.cancelled), statusCode: 0)))
    }

    private func wait(after response: PollResponse) {
        guard let (step, slot) = begin({ $0.next(after: response, at: $1) }) else { return }
        switch step {
        case .wait(let delay): slot.fill(question.alarm.after(delay) { self.ask() })
        case .expire: expire()
        }
    }

    private func ask() {
        guard let (isOver, slot) = begin({ $0.isOver(at: $1) }) else { return }
        if isOver { expire() } else { slot.fill(question.ask { self.hear($0) }) }
    }

    /// Decides about the next timer or request, for the returned slot; `nil` after the end.
    private func begin<Decision>(
        _ decide: (inout PollSchedule, Duration) -> Decision
    ) -> (Decision, CancellationSlot)? {
        let (now, slot) = (question.time.uptime, CancellationSlot())
        return state.withLock { state in
            guard !completion.isTaken else { return nil }
            state.step = slot
            return (decide(&state.schedule, now), slot)
        }
    }

    private func hear(_ result: Result<Value, Failure>) {
        guard case .failure(let error) = result, let response = question.meaning(error) else { return finish(result) }
        if case .trouble = response {} else { question.report() }
        wait(after: response)
    }

    /// Ends with the error code of the standard, RFC 8628 §3.5.
    private func expire() {
        let info = ["error": "expired_token", "error_description": "The device code has expired."]
        finish(.failure(Failure(info: info, statusCode: 0)))
    }

    private func finish(_ result: Result<Value, Failure>) {
        guard let completion = completion.take() else { return }
        state.withLock { $0.step }.cancel()
        completion(result)
    }
}
