import Foundation
import FoundationNetworking

/// For each session that was handed over, one with the same configuration and delegate that has no cookies and no
/// cache.
///
/// FoundationNetworking sends a session's cookies whatever a request says about it.
enum CookielessSessions {
    private struct Twin {
        weak var original: URLSession?
        let session: URLSession
    }

    private static let lock = NSLock()
    nonisolated(unsafe) private static var twins: [ObjectIdentifier: Twin] = [:]  // touched under `lock`

    /// The twin of a session; made at its first request, and gone some time after it.
    static func twin(of original: URLSession) -> URLSession {
        lock.withLock {
            let key = ObjectIdentifier(original)
            if let twin = twins[key], twin.original === original { return twin.session }
            for (key, twin) in twins where twin.original == nil {
                twin.session.finishTasksAndInvalidate()
                twins[key] = nil
            }
            let configuration = original.configuration
            configuration.httpCookieStorage = nil
            configuration.httpShouldSetCookies = false
            configuration.httpCookieAcceptPolicy = .never
            configuration.urlCache = nil
            configuration.urlCredentialStorage = nil
            let session = URLSession(
                configuration: configuration, delegate: original.delegate, delegateQueue: nil)
            twins[key] = Twin(original: original, session: session)
            return session
        }
    }
}
