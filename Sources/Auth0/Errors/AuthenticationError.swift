import FoundationEssentials
import RequestPipeline

/// The error of a request to the Authentication API.
public struct AuthenticationError: Auth0APIError, Equatable {
    /// The members of the server response, such as `error`; the status is added as `statusCode`.
    public let info: [String: any Sendable]
    /// The HTTP status of the server response; 0 when there was none.
    public let statusCode: Int

    /// Creates the error of a response: ``Auth0APIError/init(info:statusCode:)``, whose parameters are the same.
    public init(info: [String: any Sendable], statusCode: Int) {
        self.info = info.merging(["statusCode": statusCode]) { $1 }
        self.statusCode = statusCode
    }

    /// The error code: the member `error` or `code` of the server response, or `a0.sdk.internal_error.unknown`.
    public var code: String { member("error", "code") ?? InternalCode.unknown }

    /// The server's description of the error; without one its `message`, `detail` or `title`, or a sentence with the
    /// error code, and the status.
    public var message: String {
        unknownClient
            ?? withScopeRemedy(text("description", "error_description") ?? weakPassword ?? undescribed)
    }

    /// Whether the server response only says `Unauthorized`.
    var isUnauthorized: Bool { text("error_description") == "Unauthorized" }

    /// An explanation of the description `Unauthorized`, with which a tenant refuses a client.
    private var unknownClient: String? {
        guard isAccessDenied, isUnauthorized, statusCode == 401 else { return nil }
        return
            "Unauthorized: the tenant does not know this client ID, or the application must prove its secret. Compare "
            + "the client ID with the dashboard; the type of an application without a secret is Native"
    }

    /// The server's description of a password that is not strong enough: the rules that it breaks.
    private var weakPassword: String? {
        guard isPasswordNotStrongEnough, let description = info["description"] as? [String: any Sendable],
            let rules = description["rules"] as? [any Sendable]
        else { return nil }
        let broken = rules.compactMap { $0 as? [String: any Sendable] }.filter { $0["verified"] as? Bool == false }
        let texts = broken.compactMap { rule -> String? in
            guard let text = rule["message"] as? String else { return nil }
            let values = (rule["format"] as? [any Sendable] ?? []).map { "\($0)" }
            let items = (rule["items"] as? [any Sendable] ?? []).compactMap {
                ($0 as? [String: any Sendable])?["message"] as? String
            }
            let rule = text.formatted(with: values)
            // A rule ends with a colon before its items, which some responses leave out.
            guard !items.isEmpty else { return (rule.hasSuffix(":") ? String(rule.dropLast()) : rule).excerptForLog }
            return "\(rule) \(items.joined(separator: ", "))".excerptForLog
        }
        return (["The password is too weak"] + texts).joined(separator: texts.isEmpty ? "" : "; ")
    }
}

/// Names of other SDKs for members of ``AuthenticationError``, for which the compiler suggests the current name.
extension AuthenticationError {
    /// Another name of ``isMultifactorRequired``.
    @available(*, unavailable, renamed: "isMultifactorRequired")
    public var isMFARequired: Bool { isMultifactorRequired }

    /// Another name of ``isInvalidCredentials``.
    @available(*, unavailable, renamed: "isInvalidCredentials")
    public var isWrongPassword: Bool { isInvalidCredentials }

    /// A member of ``mfaRequiredErrorPayload``.
    @available(*, unavailable, message: "the token is mfaRequiredErrorPayload?.mfaToken")
    public var mfaToken: String? { mfaRequiredErrorPayload?.mfaToken }
}

extension String {
    /// Replaces `%d` and `%s`, in order, by values.
    fileprivate func formatted(with values: [String]) -> String {
        var (result, rest, left) = ("", self[...], values[...])
        while let mark = rest.firstIndex(of: "%"), let value = left.popFirst() {
            let end = rest.index(mark, offsetBy: 2, limitedBy: rest.endIndex) ?? rest.endIndex
            result += rest[..<mark] + value
            rest = rest[end...]
        }
        return result + rest
    }
}
