import Foundation
import FoundationNetworking
import HTTPMessages

/// A request in progress in a `URLSession`.
///
/// The first of four events decides the result: the response, the deadline, a cancellation, or a body that exceeds the
/// limit. All of them are handled on one serial queue, and only the last of them cancels the task.
final class SessionExchange: TransportExchange, @unchecked Sendable {  // mutable state is confined to `queue`
    /// The maximum size of a response body in bytes.
    static let bodyLimit = 1 << 20
    /// The maximum size of the response header in bytes, and the maximum number of its fields.
    static let headLimit = (bytes: 64 << 10, fields: 100)

    private let request: TransportRequest
    private let queue = DispatchQueue(label: "auth0-urlsession")
    private var completion: (@Sendable (Result<TransportResponse, TransportError>) -> Void)?
    private var task: URLSessionDataTask?
    private var timer: (any DispatchSourceTimer)?

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
                start(try URLRequest(request, timeout: limits.total), limits, in: session)
            } catch {
                finish(.failure(error))
            }
        }
    }

    func cancel() { queue.async { [self] in finish(.failure(TransportError(.cancelled))) } }

    private func start(_ urlRequest: URLRequest, _ limits: TimeLimits, in session: URLSession) {
        let task = CookielessSessions.session(for: session).dataTask(with: urlRequest) { [self] body, response, error in
            let result = DataTaskResult(request: request, body: body, response: response, error: error).result
            queue.async { [self] in finish(result) }
        }
        task.delegate = RedirectRefusal.shared
        self.task = task
        startTimer(limits)
        task.resume()
    }

    /// Starts a timer that enforces the time limits and, every 50 ms, the limit of the body: a task with a completion handler
    /// does not report its progress.
    private func startTimer(_ limits: TimeLimits) {
        let started = ContinuousClock.now
        var progress = (received: Int64(0), at: started)
        let interval = min(limits.total, limits.idle, .milliseconds(50))
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + interval.seconds, repeating: max(interval.seconds, 0.001))
        timer.setEventHandler { [self] in
            let (received, now) = (task?.countOfBytesReceived ?? 0, ContinuousClock.now)
            if received != progress.received { progress = (received, now) }
            if received > Int64(Self.bodyLimit) {
                // Cancelling a task while it completes crashes; a task with an oversized body is not about to complete.
                task?.cancel()
                finish(.failure(DataTaskResult.tooLarge))
            } else if now >= started + limits.total {
                finish(.failure(TransportError(.timedOut, detail: "no complete response in time")))
            } else if now >= progress.at + limits.idle {
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
        (timer, task) = (nil, nil)
        completion(result)
    }
}

/// A delegate that rejects every redirect, so that the redirect itself becomes the response.
private final class RedirectRefusal: NSObject, URLSessionTaskDelegate {
    static let shared = RedirectRefusal()

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) { completionHandler(nil) }
}

extension Duration {
    fileprivate var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
