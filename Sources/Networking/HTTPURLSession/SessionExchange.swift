import Foundation
import FoundationNetworking
import HTTPMessages

/// A request in progress in a `URLSession`.
///
/// The first of four events decides the result: the end of the task, the deadline, a cancellation, or a body that
/// exceeds the limit. All events are handled on one serial queue, and only an excessive body cancels the task.
final class SessionExchange: TransportExchange, @unchecked Sendable {  // mutable state is confined to `queue`
    /// The maximum size of a response body in bytes.
    static let bodyLimit = 1 << 20
    /// The maximum size of the response header in bytes, and the maximum number of its fields.
    static let headLimit = (bytes: 64 << 10, fields: 100)

    private let request: TransportRequest
    private let queue = DispatchQueue(label: "auth0-urlsession")
    private var completion: (@Sendable (Result<TransportResponse, TransportError>) -> Void)?
    private var timer: (any DispatchSourceTimer)?
    private var body = Data()
    /// The time of the last part of the response, or of the start.
    private var progress = ContinuousClock.now

    init(request: TransportRequest, completion: @escaping @Sendable (Result<TransportResponse, TransportError>) -> Void)
    {
        self.request = request
        self.completion = completion
    }

    func begin(in session: URLSession) {
        queue.async { [self] in
            guard completion != nil else { return }
            do throws(TransportError) {
                let limits = TimeLimits(of: request, in: session.configuration)
                let urlRequest = try URLRequest(request, timeout: limits.total)
                startTimer(limits)
                CookielessSessions.start(urlRequest, of: self, for: session)
            } catch {
                finish(.failure(error))
            }
        }
    }

    func cancel() { queue.async { [self] in finish(.failure(TransportError(.cancelled))) } }

    /// Whether the exchange has not completed.
    var isRunning: Bool { queue.sync { completion != nil } }

    /// Receives a part of the decoded body.
    func receive(_ data: Data, of task: URLSessionTask) {
        queue.sync { [self] in
            guard completion != nil else { return }
            progress = .now
            body.append(data)
            guard body.count > Self.bodyLimit else { return }
            // Cancelling a task while it completes crashes the process, so a task that is about to end is not
            // cancelled.
            let rest = task.countOfBytesExpectedToReceive - task.countOfBytesReceived
            if task.countOfBytesExpectedToReceive <= 0 || rest > Int64(Self.bodyLimit) { task.cancel() }
            finish(.failure(DataTaskResult.tooLarge))
        }
    }

    /// Receives the end of the task.
    func end(_ task: URLSessionTask, _ error: (any Error)?) {
        queue.async { [self] in
            guard completion != nil else { return }
            // FoundationNetworking reports a 401 whose challenge was refused as a cancellation.
            let isRefusal = (task.response as? HTTPURLResponse)?.statusCode == 401
            let result = DataTaskResult(
                request: request, body: body, response: task.response, error: isRefusal ? nil : error)
            finish(result.result)
        }
    }

    /// Starts a timer that enforces the time limits.
    private func startTimer(_ limits: TimeLimits) {
        let started = ContinuousClock.now
        progress = started
        let interval = min(limits.total, limits.idle, .milliseconds(50))
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + interval.seconds, repeating: max(interval.seconds, 0.001))
        timer.setEventHandler { [self] in
            let now = ContinuousClock.now
            if now >= started + limits.total {
                finish(.failure(TransportError(.timedOut, detail: "no complete response in time")))
            } else if now >= progress + limits.idle {
                finish(.failure(TransportError(.timedOut, detail: "no data in time")))
            }
        }
        self.timer = timer
        timer.resume()
    }

    private func finish(_ result: Result<TransportResponse, TransportError>) {
        guard let completion else { return }
        self.completion = nil
        timer?.cancel()
        (timer, body) = (nil, Data())
        completion(result)
    }
}

extension Duration {
    fileprivate var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
