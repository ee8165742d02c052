import ByteEncodings

/// The schemas of the answers of the control API.
///
/// - SeeAlso: [JSON Schema, draft 2020-12](https://json-schema.org/draft/2020-12/schema)
enum ControlSchemas {
    static let string = JSONValue.members(["type": "string"])
    static let integer = JSONValue.members(["type": "integer"])
    static let number = JSONValue.members(["type": "number"])
    static let boolean = JSONValue.members(["type": "boolean"])
    static let time = JSONValue.members(["type": "string", "format": "date-time"])
    static let anyObject = JSONValue.members(["type": "object"])

    /// An object with these members and, unless it is open, no others.
    static func object(
        _ required: KeyValuePairs<String, JSONValue>, optional: KeyValuePairs<String, JSONValue> = [:],
        isOpen: Bool = false
    ) -> JSONValue {
        let members = Array(required) + Array(optional)
        return .members([
            "type": "object",
            "properties": JSONValue.object(members.map { JSONValue.Member(name: $0.key, value: $0.value) }),
            "required": required.map(\.key), "additionalProperties": isOpen,
        ])
    }

    static func list(_ element: JSONValue) -> JSONValue { .members(["type": "array", "items": element]) }
    static func list(of name: String) -> JSONValue { list(reference(name)) }

    static func reference(_ name: String) -> JSONValue { .members(["$ref": "#/components/schemas/\(name)"]) }

    /// The schemas that operations refer to.
    static let all: JSONValue = .members([
        "Error": object(["error": string, "error_description": string]),
        "Message": object(
            ["to": string, "channel": string, "kind": string, "sent_at": time],
            optional: ["code": string, "link": string]),
        "Request": object(
            [
                "number": integer, "method": string, "path": string, "body": string, "received_at": time,
                "headers": list(object(["name": string, "value": string])),
            ],
            optional: [
                "query": string, "status": integer, "client_id": string, "reason": string, "milliseconds": number,
                "response": JSONValue.boolean(true),
            ]),
        "User": object(
            ["user_id": string, "created_at": time, "updated_at": time, "identities": list(anyObject)],
            optional: [
                "email": string, "email_verified": boolean, "username": string, "phone_number": string,
                "name": string, "blocked": boolean, "logins_count": integer, "last_login": time,
                "user_metadata": anyObject, "app_metadata": anyObject,
            ], isOpen: true),
        "Client": Client.fields.managedSchema(
            [
                "grant_types": list(string), "app_type": string, "is_first_party": boolean, "oidc_conformant": boolean,
                "refresh_token": object([
                    "rotation_type": string, "expiration_type": string, "leeway": integer, "token_lifetime": integer,
                    "infinite_token_lifetime": boolean, "infinite_idle_token_lifetime": boolean,
                ]),
            ]),
        "Invitation": object([
            "ticket": string, "email": string, "organization": string, "client_id": string, "link": string,
            "expires_at": time,
        ]),
        "Fault": object(["path": string, "kind": string], optional: ["times": integer, "grant": string]),
        "State": object(["is_kept": boolean], optional: ["file": string, "failure": string]),
    ])
}
