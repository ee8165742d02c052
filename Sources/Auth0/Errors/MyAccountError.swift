import FoundationEssentials
import RequestPipeline

/// The failure of a request to the My Account API.
///
/// - SeeAlso: [RFC 9457](https://www.rfc-editor.org/rfc/rfc9457), problem details
public struct MyAccountError: Auth0APIError, Equatable {
    /// A defect of one member of the request.
    public struct ValidationError: Sendable, Hashable {
        /// What is wrong.
        public let detail: String
        /// Where, as a JSON pointer, when the server says it.
        public let pointer: String?
        /// The part of the request: its body, its query, when the server says it.
        public let source: String?
        /// The name of the member, when the server says it.
        public let field: String?
    }

    /// What the server said.
    public let info: [String: any Sendable]
    /// The status of the answer, 0 when there was none.
    public let statusCode: Int

    /// Makes an error of what a server said.
    ///
    /// - Parameters:
    ///   - info: The members of its answer.
    ///   - statusCode: The status of its answer.
    public init(info: [String: any Sendable], statusCode: Int) {
        self.info = info
        self.statusCode = statusCode
    }

    /// The member `type`, or `code`, of what the server said.
    public var code: String { info["type"] as? String ?? info["code"] as? String ?? InternalCode.unknown }

    /// A summary, the same for all failures of one kind.
    public var title: String { text("title") ?? text("description") ?? "" }

    /// What happened this time.
    public var detail: String { text("detail") ?? "" }

    /// What is wrong with which member, when the server checked them.
    public var validationErrors: [ValidationError]? {
        (info["validation_errors"] as? [any Sendable])?.compactMap { entry in
            guard let entry = entry as? [String: any Sendable] else { return nil }
            func text(_ key: String) -> String? { (entry[key] as? String).flatMap { $0.isEmpty ? nil : $0 } }
            return ValidationError(
                detail: text("detail") ?? "", pointer: text("pointer"), source: text("source"), field: text("field"))
        }
    }

    /// Title and detail as one sentence, or a sentence with the code.
    public var message: String {
        switch (title, detail) {
        case ("", ""): "Failed with the error \(code.excerptForLog)"
        case (let title, ""): title.withPeriod
        case (let title, let detail): "\(title): \(detail)".withPeriod
        }
    }
}
