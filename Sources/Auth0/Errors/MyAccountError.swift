import ByteEncodings
import FoundationEssentials
import RequestPipeline

/// The error of a request to the My Account API.
///
/// - SeeAlso: [RFC 9457](https://www.rfc-editor.org/rfc/rfc9457), problem details
public struct MyAccountError: Auth0APIError, Equatable {
    /// The error of one member of the request.
    public struct ValidationError: Sendable, Hashable {
        /// A description of the error; empty when the server provides none.
        public let detail: String
        /// The JSON pointer to the member; `nil` when the server provides none.
        public let pointer: String?
        /// The part of the request that holds the member, such as its body or its query; `nil` when the server provides
        /// none.
        public let source: String?
        /// The name of the member; `nil` when the server provides none.
        public let field: String?
    }

    /// The members of the server response, such as `type`, `title` and `detail`.
    public let info: [String: any Sendable]
    /// The HTTP status of the server response; 0 when there was none.
    public let statusCode: Int

    /// Creates the error of a response: ``Auth0APIError/init(info:statusCode:)``, whose parameters are the same.
    public init(info: [String: any Sendable], statusCode: Int) {
        self.info = info
        self.statusCode = statusCode
    }

    /// The error code: the member `type`, `code` or `error` of the server response, or `a0.sdk.internal_error.unknown`.
    public var code: String { member("type", "code", "error") ?? InternalCode.unknown }

    /// The summary of this kind of error, the member `title` or `description`; empty when the server provides none.
    public var title: String { text("title", "description") ?? "" }

    /// The description of this occurrence; empty when the server provides none.
    public var detail: String { text("detail") ?? "" }

    /// The errors of single members of the request, `validation_errors`; `nil` when the server provides none.
    public var validationErrors: [ValidationError]? {
        (info["validation_errors"] as? [any Sendable])?.compactMap { entry in
            guard let entry = entry as? [String: any Sendable] else { return nil }
            func text(_ key: String) -> String? { (entry[key] as? String).flatMap { $0.isEmpty ? nil : $0 } }
            return ValidationError(
                detail: text("detail") ?? "", pointer: text("pointer"), source: text("source"), field: text("field"))
        }
    }

    /// Title and detail as one sentence; without them the server's `message` or `error_description`, or a sentence with
    /// the error code, and the status. For a token without a required scope, the remedy is appended.
    public var message: String { withScopeRemedy(said) }

    private var said: String {
        switch (title, detail) {
        case ("", ""): undescribed
        case (let title, ""): title.withPeriod
        case (let title, let detail): "\(title): \(detail)".withPeriod
        }
    }
}

extension MyAccountError.ValidationError: _Redacted {
    /// A mirror of the members, which the server wrote, shortened and escaped.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "detail": detail.excerptForLog, "pointer": pointer?.excerptForLog as Any,
                "source": source?.excerptForLog as Any, "field": field?.excerptForLog as Any,
            ])
    }
}
