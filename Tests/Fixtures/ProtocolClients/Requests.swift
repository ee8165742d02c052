// Loggers, validators and errors of a program's own.
import Auth0
import HTTPMessages
import OpenID
import Streams

/// A logger that keeps what it is given.
final class LineLogger: Auth0.Logger {
    private let write: @Sendable (String) -> Void

    init(_ write: @escaping @Sendable (String) -> Void) { self.write = write }

    func trace(request: TransportRequest) {
        write("\(request.method.rawValue) \(request.url.string)")
        for (name, value) in request.fields { write("\(name): \(value)") }
    }

    func trace(response: TransportResponse) { write("\(response.status) \(response.fields.values(of: "Server"))") }

    func trace(url: String, source: String?) { write("\(source ?? "?") \(url)") }
}

/// A client with a logger of its own.
struct LoggingClient: Loggable, Trackable, SenderConstraining {
    var logger: (any Auth0.Logger)?
    var telemetry = Telemetry()
    var dpop: DPoP?
}

/// A validator that stops requests.
struct Offline: RequestValidator {
    struct Refused: Error {}

    let isOffline: Bool

    func validate() throws { if isOffline { throw Refused() } }
}

/// A request that always has the same result.
struct Finished: Requestable {
    let value: Credentials

    func start(_ callback: @escaping @Sendable (Result<Credentials, AuthenticationError>) -> Void) -> any Cancellable {
        Request(result: .success(value)).start(callback)
    }
}

func configured(_ client: OpenIDClient, _ lines: @escaping @Sendable (String) -> Void) -> OpenIDClient {
    var client = client
    client.logger = LineLogger(lines)
    return client
}

func logging() -> LoggingClient { LoggingClient().using(logger: LineLogger { print($0) }) }

func validated(_ authentication: any Authentication) -> Request<UserInfo, AuthenticationError> {
    authentication.userInfo(withAccessToken: "a").requestValidators([Offline(isOffline: true)])
}

/// The error type of requests of a program's own.
struct ServiceError: RequestFailure {
    let statusCode: Int
    let reason: String

    init(info: [String: any Sendable], statusCode: Int) {
        self.statusCode = statusCode
        reason = info["error"] as? String ?? "unknown"
    }

    init(cause: any Error, statusCode: Int) {
        self.statusCode = statusCode
        reason = "\(cause)"
    }
}
