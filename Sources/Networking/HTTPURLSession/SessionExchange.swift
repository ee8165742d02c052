import Foundation
import FoundationNetworking
import HTTPMessages

/// One request on its way through a `URLSession`.
///
/// Whatever comes first decides how it ends: the answer, the deadline, a cancellation, or a body past the limit. All of
/// them meet on one serial queue, and only the last one touches the task.
final class SessionExchange: Exchange, @unchecked Sendable {  // what changes is touched on `queue` only
    /// The largest body that is delivered.
    static let bodyLimit = 1 << 20
    /// The largest head that is delivered, and the most fields in it.
    static let headLimit = (bytes: 64 << 10, fields: 100)
    private static let defaultTimeout: Duration = .seconds(30)

    private let request: HTTPRequest
    private let queue = DispatchQueue(label: "auth0-urlsession")
    private var completion: (@Sendable (Result<HTTPResponse, TransportError>) -> Void)?
    private var task: URLSessionDataTask?
    private var watch: (any DispatchSourceTimer)?

    init(request: HTTPRequest, completion: @escaping @Sendable (Result<HTTPResponse, TransportError>) -> Void) {
        self.request = request
        self.completion = completion
    }

    func begin(in session: URLSession) {
        queue.async { [self] in
            guard completion != nil else { return }
            do throws(TransportError) {
                start(try URLRequest(request, timeout: timeout), in: session)
            } catch {
                finish(.failure(error))
            }
        }
    }

    func cancel() { queue.async { [self] in finish(.failure(TransportError(.cancelled))) } }

    private var timeout: Duration { max(.zero, request.timeout ?? Self.defaultTimeout) }

    private func start(_ urlRequest: URLRequest, in session: URLSession) {
        let task = CookielessSessions.twin(of: session).dataTask(with: urlRequest) { [self] body, response, error in
            let result = SessionAnswer(request: request, body: body, response: response, error: error).result
            queue.async { [self] in finish(result) }
        }
        task.delegate = RedirectRefusal.shared
        self.task = task
        keepWatch()
        task.resume()
    }

    /// Ends the exchange at its deadline, and looks now and then whether the body is past the limit: with a completion
    /// handler nobody is told of it before it is whole.
    private func keepWatch() {
        let deadline = ContinuousClock.now + timeout
        let interval = min(timeout, .milliseconds(50))
        let watch = DispatchSource.makeTimerSource(queue: queue)
        watch.schedule(deadline: .now() + interval.seconds, repeating: max(interval.seconds, 0.001))
        watch.setEventHandler { [self] in
            if (task?.countOfBytesReceived ?? 0) > Int64(Self.bodyLimit) {
                // An endless body does not complete, so this cannot meet the completion that makes cancelling fatal.
                task?.cancel()
                finish(.failure(SessionAnswer.tooLarge))
            } else if ContinuousClock.now >= deadline {
                finish(.failure(TransportError(.timedOut, detail: "no whole answer in time")))
            }
        }
        self.watch = watch
        watch.resume()
    }

    private func finish(_ result: Result<HTTPResponse, TransportError>) {
        guard let completion else { return }
        self.completion = nil
        watch?.cancel()
        (watch, task) = (nil, nil)
        completion(result)
    }
}

/// Refuses every redirect, so that the redirect itself is the answer.
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
