import FoundationEssentials
import RequestPipeline

/// The failure of a request to the Management API.
public struct ManagementError: Auth0APIError, Equatable {
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

    /// The member `code`, or `errorCode`, of what the server said.
    public var code: String { info["code"] as? String ?? info["errorCode"] as? String ?? InternalCode.unknown }

    /// The member `description`, or `message`, of what the server said.
    public var message: String {
        text("description") ?? text("message") ?? text("error") ?? "Failed with the error \(code.excerptForLog)"
    }
}
