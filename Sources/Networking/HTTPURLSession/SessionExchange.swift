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
    private var completion: TransportCompletion?
    private var timer: (any DispatchSourceTimer)?
    private var body = Data()
    /// The time of the last part of the response, or of the start.
    private var progress = ContinuousClock.now

    init(request: TransportRequest, completion: @escaping TransportCompletion) {
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

    var isRunning: Bool { queue.sync { completion != nil } }

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

/// The time limits of an exchange, from the request and the program's session.
struct TimeLimits {
    let total: Duration
    let idle: Duration

    private static let standard: Duration = .seconds(30)
    /// The intervals of a configuration that the program has not changed, in seconds.
    private static let unchanged = (request: 60.0, resource: 604_800.0)

    /// Creates the limits: that of the request, else the `timeoutIntervalForResource` that the program has set, else 30
    /// seconds or a longer `timeoutIntervalForRequest` that the program has set.
    init(of request: TransportRequest, in configuration: URLSessionConfiguration) {
        let (idle, resource) = (configuration.timeoutIntervalForRequest, configuration.timeoutIntervalForResource)
        self.idle = Duration(interval: idle)
        let longest = Duration(interval: resource)
        let own: Duration =
            if let limit = request.timeout {
                limit
            } else if resource != Self.unchanged.resource {
                longest
            } else {
                idle == Self.unchanged.request ? Self.standard : max(Self.standard, self.idle)
            }
        total = max(.zero, min(own, longest))
    }
}

extension Duration {
    fileprivate var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }

    /// Creates a limit from an interval in seconds: at most a year, also if the interval is not positive.
    fileprivate init(interval: TimeInterval) {
        let year = 31_536_000.0
        self = .seconds(interval > 0 ? min(interval, year) : year)
    }
}

extension URLRequest {
    /// Creates a `URLRequest`. Throws ``HTTPMessages/TransportError/Code/invalidArgument`` if the request is invalid.
    init(_ request: TransportRequest, timeout: Duration) throws(TransportError) {
        if let problem = request.problem { throw problem }
        // `URL` may normalise the string; the address that was checked must be the one that is sent.
        guard let url = URL(request.url) else {
            throw TransportError(.invalidArgument, detail: "URLSession would change the URL")
        }
        // The interval counts whole seconds, and 0 means no limit; `SessionExchange` enforces the exact deadline.
        let seconds = min(max(1, timeout.components.seconds + 1), 86_400)
        self.init(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: TimeInterval(seconds))
        httpMethod = request.method.rawValue
        httpShouldHandleCookies = false
        for (name, value) in request.fields { addValue(value, forHTTPHeaderField: name) }
        if !request.body.isEmpty || request.method == .post { httpBody = Data(request.body) }
    }
}
