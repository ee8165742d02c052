import LinuxCLibrary
import LinuxSystemCalls

/// An HTTP server on the loopback interface that receives the redirect of a browser (RFC 8252 §7.3, §8.3).
///
/// Every user of this machine can reach the port, and every web page can make a browser send requests to it. So
/// `decide`, which has the `state` of the attempt, is called for each well-formed request for the callback's path. All
/// others change nothing and cost little: at most ``connectionLimit`` connections are served at once, each for at most
/// ``Configuration/clientTimeout``, and a further one replaces the one with the earliest deadline.
///
/// The port is bound before `init` returns, and released by ``close()`` or with the listener.
package final class CallbackListener: Sendable {
    /// The flow at whose end the browser is redirected.
    package enum Occasion: String, Sendable {
        case login
        case logout
    }

    package struct Configuration: Sendable {
        /// The host of the redirect URI, `127.0.0.1` or `[::1]`; `nil` accepts either.
        package var host: String?
        /// The port; 0 selects a free one.
        package var port: UInt16
        /// The path of the redirect URI; `nil` when the response reaches the program in another way.
        package var path: String?
        /// The time limit for a client to send its request.
        package var clientTimeout: Duration
        /// The flow that the pages mention.
        package var occasion: Occasion
        /// The page that the browser is started with; `nil` when it is started with the login page.
        package var start: StartPage?
        /// The pages of the program at the end of the flow; `nil`, the default, for the SDK's pages.
        package var finalPages: FinalPages?

        /// Creates a configuration, by default of a login on a free port, with a time limit of 5 seconds for a client.
        package init(
            host: String? = nil, port: UInt16 = 0, path: String? = "/callback", clientTimeout: Duration = .seconds(5),
            occasion: Occasion = .login, start: StartPage? = nil
        ) {
            (self.host, self.port, self.path) = (host, port, path)
            (self.clientTimeout, self.occasion, self.start) = (clientTimeout, occasion, start)
        }
    }

    /// The decision about the query of a request.
    package enum CallbackDecision: Sendable {
        /// The expected response: the page says that the user is logged in.
        case completed
        /// The expected response with an error: the page says that the application knows.
        case failed
        /// Another request: it gets status 400, and the listener continues.
        case ignored
    }

    package static let connectionLimit = 8

    package let port: UInt16
    /// The origin of the redirect URI: `http://127.0.0.1:PORT`.
    package let origin: String
    /// The redirect URI: `http://127.0.0.1:PORT/path`.
    package let redirectURI: String

    private let wakeup: Wakeup
    private let sockets: LoopbackSockets
    private let process = ProcessGeneration.current

    /// Binds the port and starts a thread that serves it.
    ///
    /// `decide` is called for each callback on that thread, one call at a time, and never again after it has returned
    /// ``CallbackDecision/completed`` or ``CallbackDecision/failed``. `answered` is called after the page was sent, on
    /// the same thread. `ended` is called once, after the port was released and immediately before the thread ends.
    ///
    /// - Throws: ``LoopbackError``; the port remains unbound.
    package init(
        _ configuration: Configuration = Configuration(), ended: (@Sendable () -> Void)? = nil,
        answered: (@Sendable () -> Void)? = nil, decide: @escaping @Sendable (Callback) -> CallbackDecision
    ) throws(LoopbackError) {
        guard configuration.path?.isCallbackPath ?? true else { throw LoopbackError(.invalidPath, "of the callback") }
        guard let wakeup = Wakeup() else { throw LoopbackError(.outOfResources, "\(SystemCallError())") }
        let sockets = try LoopbackSockets.open(port: configuration.port)
        if let host = configuration.host, !sockets.listeners.contains(where: { $0.host == host }) {
            sockets.closeAll()
            throw LoopbackError(.portUnavailable, "this machine has no address \(host)")
        }
        port = sockets.port
        origin = "http://\(configuration.host ?? sockets.listeners[0].host):\(sockets.port)"
        redirectURI = origin + (configuration.path ?? "")
        (self.wakeup, self.sockets) = (wakeup, sockets)
        let loop = CallbackLoop(
            sockets: sockets, wakeup: wakeup, configuration: configuration, answered: answered, decide: decide)
        let isStarted = BackgroundThread.start(named: "auth0-callback") {
            var loop = loop
            loop.run()
            ended?()
        }
        guard isStarted else {
            sockets.closeAll()
            throw LoopbackError(.outOfResources, "the system cannot create a thread")
        }
    }

    deinit { close() }

    /// Stops listening, but completes a response that is being sent. The port can be bound again when this returns.
    package func close() {
        // A forked child shares the event and the sockets of its parent.
        guard process.isCurrent else { return }
        sockets.stopListening()
        wakeup.ring()
    }
}

extension String {
    /// Whether the text can be the path of a redirect URI (RFC 3986 §3.3) without characters that need escaping.
    fileprivate var isCallbackPath: Bool {
        utf8.first == UInt8(ascii: "/")
            && utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"?#\"<>\\^`{|}".utf8.contains($0) }
    }
}
