import Foundation
import FoundationNetworking
import Synchronization

/// The session without cookies and cache that sends the requests of a session of the program.
///
/// FoundationNetworking sends a session's cookies even if `httpShouldHandleCookies` of the request is `false`, and
/// reports a body in parts only to the session's delegate.
final class CookielessSessions: NSObject, URLSessionDataDelegate, Sendable {
    private struct Entry {
        weak var original: URLSession?
        let sessions: CookielessSessions
    }

    /// The session, which is made after its delegate, and the exchanges of its tasks.
    private struct State {
        var session: URLSession?
        var exchanges: [Int: SessionExchange] = [:]
    }

    private static let entries = Mutex<[ObjectIdentifier: Entry]>([:])
    private let state = Mutex(State())
    private let starts = DispatchQueue(label: "auth0-urlsession-starts")

    /// Returns the session for `original`, made at the first request; a request after its release invalidates it.
    private static func session(for original: URLSession) -> CookielessSessions {
        entries.withLock { entries in
            let key = ObjectIdentifier(original)
            if let entry = entries[key], entry.original === original { return entry.sessions }
            for (key, entry) in entries where entry.original == nil {
                entry.sessions.state.withLock { $0.session }?.finishTasksAndInvalidate()
                entries[key] = nil
            }
            let sessions = CookielessSessions(original)
            entries[key] = Entry(original: original, sessions: sessions)
            return sessions
        }
    }

    private init(_ original: URLSession) {
        super.init()
        // FoundationNetworking returns the session's own configuration, which must not change.
        let configuration = original.configuration.copy() as? URLSessionConfiguration ?? .ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        // FoundationNetworking ignores one interval and treats a fraction of the other as 0, with which every request
        // fails immediately: `SessionExchange` enforces both.
        configuration.timeoutIntervalForRequest = max(60, configuration.timeoutIntervalForRequest.rounded(.up))
        let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
        state.withLock { $0.session = session }
    }

    /// Starts a task in the session that sends the requests of `original`, unless its exchange completes before.
    ///
    /// The start waits while FoundationNetworking reads a response of the session, which can be seconds for a hostile
    /// one. The queue of the exchange does not wait, so its time limits hold.
    static func start(_ request: URLRequest, of exchange: SessionExchange, for original: URLSession) {
        let sessions = session(for: original)
        sessions.starts.async {
            guard exchange.isRunning else { return }
            // A task of an invalidated session ends the process, so the program's session is retained until then.
            withExtendedLifetime(original) { sessions.start(request, of: exchange) }
        }
    }

    private func start(_ request: URLRequest, of exchange: SessionExchange) {
        state.withLock { state in
            guard let task = state.session?.dataTask(with: request) else { return }
            state.exchanges[task.taskIdentifier] = exchange
            task.resume()
        }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        state.withLock { $0.exchanges[dataTask.taskIdentifier] }?.receive(data, of: dataTask)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        state.withLock { $0.exchanges.removeValue(forKey: task.taskIdentifier) }?.end(task, error)
    }

    /// Rejects every redirect, so that the redirect itself becomes the response.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) { completionHandler(nil) }

    /// Refuses a challenge such as `Basic` (RFC 6749 §5.2), for which FoundationNetworking would wait forever.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) { completionHandler(.cancelAuthenticationChallenge, nil) }
}
