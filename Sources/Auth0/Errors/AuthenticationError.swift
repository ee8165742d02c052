import FoundationEssentials
import RequestPipeline

/// The error of a request to the Authentication API.
public struct AuthenticationError: Auth0APIError, Equatable {
    /// The members of the server response, such as `error` and `error_description`; the status is added as
    /// `statusCode`.
    public let info: [String: any Sendable]
    /// The HTTP status of the server response; 0 when there was none.
    public let statusCode: Int

    /// Creates an error from a server response.
    ///
    /// - Parameters:
    ///   - info: The members of the response body.
    ///   - statusCode: The HTTP status of the response; 0 when there was none.
    public init(info: [String: any Sendable], statusCode: Int) {
        self.info = info.merging(["statusCode": statusCode]) { $1 }
        self.statusCode = statusCode
    }

    /// The error code: the member `error` or `code` of the server response, or `a0.sdk.internal_error.unknown`.
    public var code: String { info["error"] as? String ?? info["code"] as? String ?? InternalCode.unknown }

    /// The server's description of the error, or a sentence with the error code.
    public var message: String {
        text("description") ?? text("error_description") ?? "Failed with the error \(code.excerptForLog)"
    }
}
