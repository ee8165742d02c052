import ByteEncodings

extension JournalEntry {
    /// The answer to a request, as far as the journal keeps it.
    struct Answer: Sendable {
        /// The largest body that is kept, in bytes.
        static let maximumBytes = 4096
        private static let secrets: Set = [
            "access_token", "refresh_token", "id_token", "mfa_token", "oob_code", "auth_session", "device_code",
            "client_secret", "registration_access_token", "recovery_code", "recovery_codes", "secret", "barcode_uri",
            "ticket", "manual_input_code",
        ]

        let reason: String?
        let body: [UInt8]

        init(_ response: HTTPResponse) {
            reason = response.status >= 400 || response.reason != nil ? response.reason ?? Self.reason(response) : nil
            let isData = response.headers.contains { header in
                header.name == "Content-Type" && header.value.hasPrefix("application/")
            }
            body = isData && response.body.count <= Self.maximumBytes ? response.body : []
        }

        /// The body with secrets cut to their first characters, which are enough to distinguish tokens.
        var redacted: JSONValue? { (try? JSONValue(parsing: body)).map(Self.redacted) }

        private static func redacted(_ value: JSONValue) -> JSONValue {
            switch value {
            case .object(let members):
                .object(
                    members.map { member in
                        let isSecret = secrets.contains(member.name)
                        return JSONValue.Member(
                            name: member.name, value: isSecret ? hidden(member.value) : redacted(member.value))
                    })
            case .array(let elements): .array(elements.map(redacted))
            default: value
            }
        }

        private static func hidden(_ value: JSONValue) -> JSONValue {
            .string(value.string.map { "\($0.prefix(6))…" } ?? "…")
        }

        /// The reason in the body of a refusal.
        private static func reason(_ response: HTTPResponse) -> String? {
            guard let body = try? JSONValue(parsing: response.body) else {
                let isText = response.headers.contains { $0.value.hasPrefix("text/plain") }
                return isText ? String(decoding: response.body, as: UTF8.self) : nil
            }
            let texts = ["error_description", "message", "detail", "description", "error"].compactMap {
                body[$0]?.string
            }
            return texts.first
        }
    }

    /// The client that the request names: in its query, its body, its credentials or its access token.
    public var clientID: String? {
        let request = HTTPRequest(
            method: method, target: path + (query.map { "?\($0)" } ?? ""), headers: headers.fields, body: body)
        let context = RequestContext(request: request)
        if let id = (try? context.query())?["client_id"] { return id }
        if let parameters = try? Parameters(request) {
            if let id = parameters["client_id"]?.string { return id }
            if let id = (try? ClientCredentials(context, parameters))?.id { return id }
        }
        guard let payload = context.authorization?.token.split(separator: ".").dropFirst().first,
            let bytes = try? Base64URL.decode(String(payload)), let claims = try? JSONValue(parsing: bytes)
        else { return nil }
        return claims["azp"]?.string ?? claims["client_id"]?.string
    }

    /// The reason of a refusal, in more detail than in the response; `nil` for a success.
    public var reason: String? { answer?.reason }

    /// The JSON body of the response, with only the first six characters of its tokens and other secrets; `nil` for any
    /// other body, and after the next 1,000 requests.
    public var responseText: String? { answer?.redacted?.encodedText }
}
