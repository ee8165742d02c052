import Foundation
import FoundationNetworking

/// The sessions without cookies and cache that send the requests of the program's sessions.
///
/// A session is replaced by one with the same configuration and delegate, because FoundationNetworking sends a session's
/// cookies even if `httpShouldHandleCookies` of the request is `false`.
enum CookielessSessions {
    private struct Entry {
        weak var original: URLSession?
        let session: URLSession
    }

    private static let lock = NSLock()
    nonisolated(unsafe) private static var entries: [ObjectIdentifier: Entry] = [:]  // guarded by `lock`

    /// Returns the session that sends the requests of `original`.
    ///
    /// It is created at the first request; after `original` is released, a later request invalidates it.
    ///
    /// - Parameter original: The program's session.
    /// - Returns: A session with the same configuration and delegate, without cookies, cache and stored credentials.
    static func session(for original: URLSession) -> URLSession {
        lock.withLock {
            let key = ObjectIdentifier(original)
            if let entry = entries[key], entry.original === original { return entry.session }
            for (key, entry) in entries where entry.original == nil {
                entry.session.finishTasksAndInvalidate()
                entries[key] = nil
            }
            // FoundationNetworking returns the session's own configuration, which must not change.
            let configuration = original.configuration.copy() as? URLSessionConfiguration ?? .ephemeral
            configuration.httpCookieStorage = nil
            configuration.httpShouldSetCookies = false
            configuration.httpCookieAcceptPolicy = .never
            configuration.urlCache = nil
            configuration.urlCredentialStorage = nil
            // FoundationNetworking ignores one interval, and takes a fraction of the other for 0, which makes every request
            // fail at once: `SessionExchange` enforces them.
            configuration.timeoutIntervalForRequest = max(60, configuration.timeoutIntervalForRequest.rounded(.up))
            let session = URLSession(
                configuration: configuration, delegate: original.delegate, delegateQueue: nil)
            entries[key] = Entry(original: original, session: session)
            return session
        }
    }
}
