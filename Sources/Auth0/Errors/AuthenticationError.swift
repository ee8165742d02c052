import FoundationEssentials
import RequestPipeline

/// The failure of a request to the Authentication API.
public struct AuthenticationError: Auth0APIError, Equatable {
    /// What the server said, with the status under `statusCode`.
    public let info: [String: any Sendable]
    /// The status of the answer, 0 when there was none.
    public let statusCode: Int

    /// Makes an error of what a server said.
    ///
    /// - Parameters:
    ///   - info: The members of its answer.
    ///   - statusCode: The status of its answer.
    public init(info: [String: any Sendable], statusCode: Int) {
        self.info = info.merging(["statusCode": statusCode]) { $1 }
        self.statusCode = statusCode
    }

    /// The member `error`, or `code`, of what the server said.
    public var code: String { info["error"] as? String ?? info["code"] as? String ?? InternalCode.unknown }

    /// The server's description, or a sentence with the code.
    public var message: String {
        text("description") ?? text("error_description") ?? "Failed with the error \(code.excerptForLog)"
    }
}
