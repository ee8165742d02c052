import ByteEncodings

/// The reason authorization details are refused.
struct AuthorizationDetailsDefect: Error {
    static let code = "invalid_authorization_details"
    let description: String

    /// The error response of the token endpoint ([RFC 9396 §5](https://www.rfc-editor.org/rfc/rfc9396#section-5)).
    var refusal: Refusal { .oauth(400, Self.code, description) }
}

extension TenantState {
    private static let maximumDetails = 32
    /// The common members whose values are arrays of strings.
    private static let lists = ["locations", "actions", "datatypes", "privileges"]

    /// Parses and validates `authorization_details`: a JSON array of objects, whose types the API of the audience, or
    /// any API of the tenant for `nil`, has to know.
    ///
    /// - SeeAlso: [RFC 9396 §2](https://www.rfc-editor.org/rfc/rfc9396#section-2)
    func authorizationDetails(
        _ text: String?, of audience: String?
    ) throws(AuthorizationDetailsDefect) -> [JSONValue] {
        guard let text else { return [] }
        guard let details = (try? JSONValue(parsing: Array(text.utf8)))?.elements, !details.isEmpty,
            details.count <= Self.maximumDetails
        else { throw AuthorizationDetailsDefect(description: "not a JSON array of objects") }
        let known = detailsTypes(of: audience)
        for detail in details {
            guard detail.dictionary != nil, let type = detail["type"]?.string else {
                throw AuthorizationDetailsDefect(description: "every element is an object with a type")
            }
            guard known.contains(type) else { throw AuthorizationDetailsDefect(description: "unknown type: \(type)") }
            for name in Self.lists {
                guard let value = detail[name] else { continue }
                guard let elements = value.elements, elements.allSatisfy({ $0.string != nil }) else {
                    throw AuthorizationDetailsDefect(description: "\(name) must be an array of strings")
                }
            }
            guard detail["identifier"] == nil || detail["identifier"]?.string != nil else {
                throw AuthorizationDetailsDefect(description: "identifier must be a string")
            }
        }
        return details
    }

    /// Returns the types that an API knows; the types of every API for `nil`.
    private func detailsTypes(of audience: String?) -> Set<String> {
        let asked = apis.filter { audience == nil || $0.audience == audience }
        return Set(asked.flatMap(\.authorizationDetailsTypes))
    }

    /// Limits the authorization details of a grant to those that the audience knows and the token request names, if
    /// any; refuses details that were not granted.
    ///
    /// - SeeAlso: [RFC 9396 §6](https://www.rfc-editor.org/rfc/rfc9396#section-6)
    func narrowed(
        _ granted: [JSONValue], _ parameters: Parameters, audience: String?
    ) throws(Refusal) -> [JSONValue] {
        let known = detailsTypes(of: audience)
        let usable = granted.filter { $0["type"]?.string.map(known.contains) == true }
        guard let text = try parameters.details else { return usable }
        let wanted: [JSONValue]
        do throws(AuthorizationDetailsDefect) {
            wanted = try authorizationDetails(text, of: audience)
        } catch { throw error.refusal }
        guard wanted.allSatisfy(usable.contains) else {
            throw AuthorizationDetailsDefect(description: "the request exceeds what was granted").refusal
        }
        return wanted
    }
}

extension Parameters {
    /// The JSON text of `authorization_details`, which a JSON body may contain as an array; `nil` if there is none.
    var details: String? {
        get throws(Refusal) {
            guard let value = self["authorization_details"], value.elements != nil else {
                return try optional("authorization_details")
            }
            return value.encodedText
        }
    }
}
