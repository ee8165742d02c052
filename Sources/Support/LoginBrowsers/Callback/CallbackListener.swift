import Glibc
import LinuxSystemCalls

/// Waits on the loopback interface for a browser that comes back from a login.
///
/// Anybody on this machine can reach the port, and any page can make a browser send something to it. So the listener
/// believes nothing: it passes the query of a well-formed request for the callback's path on to `judge`, who knows the
/// `state` of the attempt, and answers everything else by itself. Whatever arrives that is not the answer changes
/// nothing and costs little: at most ``connectionLimit`` clients are served at once, each has
/// ``Configuration/clientTimeout``, and one more takes the place of the one who has kept us waiting longest.
///
/// It is bound before `init` returns, so the port can go into the redirect URI; it ends with ``close()``, or when
/// nobody holds it any more.
///
/// - SeeAlso: [RFC 8252 §7.3, §8.3](https://www.rfc-editor.org/rfc/rfc8252#section-7.3)
package final class CallbackListener: Sendable {
    /// What a browser comes back from.
    package enum Occasion: String, Sendable {
        /// A login.
        case login
        /// A logout.
        case logout
    }

    /// What a listener listens to.
    package struct Configuration: Sendable {
        /// The address, `127.0.0.1` or `[::1]`, that the browser will be sent to; `nil` where any of the two will do.
        package var host: String?
        /// The port; 0 takes a free one.
        package var port: UInt16
        /// The path of the redirect URI.
        package var path: String
        /// How long one client may take to send its request, or to read the answer.
        package var clientTimeout: Duration

        /// What the pages are about.
        package var occasion: Occasion

        /// Makes a configuration; a free port, `/callback`, 5 seconds, a login.
        package init(
            host: String? = nil, port: UInt16 = 0, path: String = "/callback", clientTimeout: Duration = .seconds(5),
            occasion: Occasion = .login
        ) {
            self.host = host
            self.occasion = occasion
            self.port = port
            self.path = path
            self.clientTimeout = clientTimeout
        }
    }

    /// What a query turned out to be.
    package enum CallbackDecision: Sendable {
        /// The answer that was waited for: the page says that the user is logged in.
        case completed
        /// The answer that was waited for, and it is a refusal: the page says that the application knows.
        case failed
        /// Not the answer: it gets a 400, and the wait goes on.
        case ignored
    }

    /// How many clients are served at once.
    package static let connectionLimit = 8

    /// The port that is listened to.
    package let port: UInt16
    /// Where the browser is to come back: `http://127.0.0.1:PORT/path`.
    package let redirectURI: String

    private let wakeup: Wakeup
    private let sockets: LoopbackSockets

    /// Binds the port, and begins to listen on a thread of its own.
    ///
    /// - Parameters:
    ///   - configuration: Where to listen.
    ///   - ended: Called once, when the port has been given back and the thread is about to end.
    ///   - judge: Says what a callback is. Called on the listener's thread, one call at a time, and not again after it has
    ///     said ``Verdict/completed`` or ``Verdict/failed``.
    /// - Throws: ``LoopbackError``; nothing is bound then.
    package init(
        _ configuration: Configuration = Configuration(), ended: (@Sendable () -> Void)? = nil,
        judge: @escaping @Sendable (Callback) -> CallbackDecision
    ) throws(LoopbackError) {
        guard configuration.path.isCallbackPath else { throw LoopbackError(.invalidPath, "of the callback") }
        guard let wakeup = Wakeup() else { throw LoopbackError(.outOfResources, "\(SystemCallError())") }
        let sockets = try LoopbackSockets.open(port: configuration.port)
        if let host = configuration.host, !sockets.listeners.contains(where: { $0.host == host }) {
            sockets.closeAll()
            throw LoopbackError(.portUnavailable, "this machine has no address \(host)")
        }
        port = sockets.port
        redirectURI = "http://\(sockets.listeners[0].host):\(sockets.port)\(configuration.path)"
        (self.wakeup, self.sockets) = (wakeup, sockets)
        let loop = CallbackLoop(sockets: sockets, wakeup: wakeup, configuration: configuration, judge: judge)
        let isStarted = BackgroundThread.start(named: "auth0-callback") {
            var loop = loop
            loop.run()
            ended?()
        }
        guard isStarted else {
            sockets.closeAll()
            throw LoopbackError(.outOfResources, "the system gave no thread")
        }
    }

    deinit { close() }

    /// Stops listening; an answer that is on its way to a browser is still delivered.
    ///
    /// The port can be taken again when this returns: whoever logged in without success tries again at once.
    package func close() {
        sockets.stopListening()
        wakeup.ring()
    }
}

extension String {
    /// Whether it can be the path of a redirect URI: RFC 3986 §3.3, and nothing that needs care.
    fileprivate var isCallbackPath: Bool {
        utf8.first == UInt8(ascii: "/")
            && utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"?#\"<>\\^`{|}".utf8.contains($0) }
    }
}
