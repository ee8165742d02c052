public import ByteEncodings
import RequestPipeline

/// The members of an error response of ReachFive; `nil` where the response lacks one.
public struct RequestErrors: Sendable, Hashable, Codable {
    /// The main error message, for example `invalid_grant`.
    public let error: String?
    /// The identifier of the error, for ReachFive's support.
    public let errorId: String?
    /// The message for the user, in the language of the browser.
    public let errorUserMsg: String?
    /// The key of the message, for the program's own translations.
    public let errorMessageKey: String?
    /// The technical message.
    public let errorDescription: String?
    /// The fields that the error is about.
    public let errorDetails: [FieldError]?

    /// Creates the members of an error response: the memberwise initializer,
    /// whose parameters are the same as the properties.
    public init(
        error: String? = nil, errorId: String? = nil, errorUserMsg: String? = nil, errorMessageKey: String? = nil,
        errorDescription: String? = nil, errorDetails: [FieldError]? = nil
    ) {
        (self.error, self.errorId, self.errorUserMsg) = (error, errorId, errorUserMsg)
        (self.errorMessageKey, self.errorDescription) = (errorMessageKey, errorDescription)
        self.errorDetails = errorDetails
    }

    enum CodingKeys: String, CodingKey {
        case error
        case errorId = "error_id"
        case errorUserMsg = "error_user_msg"
        case errorMessageKey = "error_message_key"
        case errorDescription = "error_description"
        case errorDetails = "error_details"
    }

    /// Creates a value from the members of a response; a member of an unexpected type counts as missing.
    init(members: [String: any Sendable]) {
        func text(_ key: CodingKeys) -> String? { members[key.rawValue] as? String }
        let details = (members[CodingKeys.errorDetails.rawValue] as? [any Sendable])?
            .compactMap { $0 as? [String: any Sendable] }
        self.init(
            error: text(.error), errorId: text(.errorId), errorUserMsg: text(.errorUserMsg),
            errorMessageKey: text(.errorMessageKey), errorDescription: text(.errorDescription),
            errorDetails: details?.map {
                FieldError(
                    field: $0["field"] as? String, message: $0["message"] as? String, code: $0["code"] as? String)
            })
    }

    /// The error and its identifier on one line, followed by the server's descriptions.
    var summary: String {
        let said = errorUserMsg ?? errorDescription
        let parts = [error, errorId.map { "(\($0))" }].compactMap(\.self).joined(separator: " ")
        return [parts, said ?? ""].filter { !$0.isEmpty }.joined(separator: ": ").excerptForLog
    }
}

/// The name of the type in ReachFive's SDK 5.2 and later.
public typealias ApiError = RequestErrors

extension RequestErrors: _Redacted {
    /// A mirror of the error and its identifier, shortened and escaped; the other members may be about the user.
    public var customMirror: Mirror {
        Mirror(self, children: ["error": error?.excerptForLog as Any, "errorId": errorId?.excerptForLog as Any])
    }
}

/// The error of one field of a request.
public struct FieldError: Sendable, Hashable, Codable {
    /// The field.
    public let field: String?
    /// The message for the field.
    public let message: String?
    /// The error code.
    public let code: String?

    /// Creates an error of a field: the memberwise initializer, whose parameters are the same as the properties.
    public init(field: String? = nil, message: String? = nil, code: String? = nil) {
        (self.field, self.message, self.code) = (field, message, code)
    }
}

extension FieldError: _Redacted {
    /// A mirror of the field and the code; the message may repeat what the user typed.
    public var customMirror: Mirror {
        Mirror(self, children: ["field": field?.excerptForLog as Any, "code": code?.excerptForLog as Any])
    }
}
