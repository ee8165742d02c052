import HTTPMessages
import RequestPipeline
import Streams
import Synchronization

/// Polls the token endpoint until a response is final, the codes have expired, or it is cancelled.
///
/// At any moment either one timer or one request is active.
final class Poll<Value: Sendable, Failure: RequestFailure>: Cancellable {
    typealias Completion = @Sendable (Result<Value, Failure>) -> Void

    private struct State {
        var schedule: PollSchedule
        var step = CancellationSlot()
    }

    private let login: DeviceLogin<Value, Failure>
    /// Called each time the server responds that the user has not decided yet.
    private let report: @Sendable () -> Void
    private let state: Mutex<State>
    /// Taken before the last step is cancelled, and checked under the lock, so that no step begins after the end.
    private let completion: CompletionOnce<Result<Value, Failure>>

    private init(
        _ login: DeviceLogin<Value, Failure>, _ report: @escaping @Sendable () -> Void,
        _ completion: @escaping Completion
    ) {
        (self.login, self.report) = (login, report)
        let codes = login.authorization
        let schedule = PollSchedule(interval: codes.interval, lifetime: codes.lifetime, at: login.time.uptime)
        state = Mutex(State(schedule: schedule))
        self.completion = CompletionOnce(completion)
    }

    /// Begins with a pause: the user needs time to type the code.
    static func begin(
        _ login: DeviceLogin<Value, Failure>, reporting report: @escaping @Sendable () -> Void,
        _ completion: @escaping Completion
    ) -> any Cancellable {
        let poll = Poll(login, report, completion)
        poll.wait(after: .pending)
        return poll
    }

    func cancel() {
        finish(.failure(Failure(cause: TransportError(.cancelled), statusCode: 0)))
    }

    private func wait(after response: PollResponse) {
        guard let (step, slot) = begin({ $0.next(after: response, at: $1) }) else { return }
        switch step {
        case .wait(let delay): slot.fill(login.alarm.after(delay) { self.ask() })
        case .expire: expire()
        }
    }

    private func ask() {
        guard let (isOver, slot) = begin({ $0.isOver(at: $1) }) else { return }
        if isOver { expire() } else { slot.fill(login.request.begin { self.hear($0) }) }
    }

    /// Decides about the next timer or request, for the returned slot; `nil` after the end.
    private func begin<Decision>(
        _ decide: (inout PollSchedule, Duration) -> Decision
    ) -> (Decision, CancellationSlot)? {
        let (now, slot) = (login.time.uptime, CancellationSlot())
        return state.withLock { state in
            guard !completion.isTaken else { return nil }
            state.step = slot
            return (decide(&state.schedule, now), slot)
        }
    }

    private func hear(_ result: Result<Value, Failure>) {
        guard case .failure(let error) = result, let response = login.meaning(error) else { return finish(result) }
        if case .trouble = response {} else { report() }
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
