import FoundationEssentials
import RequestPipeline

/// The error of a request to the Management API.
public struct ManagementError: Auth0APIError, Equatable {
    /// The members of the server response, such as `error` and `message`; the status is added as `statusCode`.
    public let info: [String: any Sendable]
    /// The HTTP status of the server response; 0 when there was none.
    public let statusCode: Int

    /// Creates the error of a response: ``Auth0APIError/init(info:statusCode:)``, whose parameters are the same.
    public init(info: [String: any Sendable], statusCode: Int) {
        self.info = info.merging(["statusCode": statusCode]) { $1 }
        self.statusCode = statusCode
    }

    /// The error code: the member `code` or `errorCode` of the server response, or `a0.sdk.internal_error.unknown`.
    public var code: String { member("code", "errorCode") ?? InternalCode.unknown }

    /// The member `description`, `message`, `error_description` or `error` of the server response, or a sentence with
    /// the error code. For a token of another API, or without a required scope, the remedy is appended.
    public var message: String {
        guard let said = text("description", "message", "error_description", "error") else { return undescribed }
        guard statusCode == 401, said.hasPrefix("Bad audience") else { return withScopeRemedy(said) }
        return said.withPeriod + " Log in with the audience https://<domain>/api/v2/"
    }
}
