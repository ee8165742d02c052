import ByteEncodings

extension Route {
    /// The endpoint that sends one-time codes and links that replace a password.
    static let passwordless = [
        Route("POST", "/passwordless/start") { context, tenant throws(Refusal) in
            let parameters = try Parameters(context.request)
            // A client with a secret has to show it: https://auth0.com/docs/api/authentication/passwordless.
            _ = try tenant.authenticateClient(context, parameters)
            return .json(try tenant.startPasswordless(parameters))
        }
    ]
}

extension TenantState {
    fileprivate mutating func startPasswordless(_ parameters: Parameters) throws(Refusal) -> JSONValue {
        let name = try parameters.required("connection")
        guard let connection = connection(name), connection.isPasswordless else {
            throw .oauth(400, "bad.connection", "Connection does not exist")
        }
        // A link is the service's default: https://auth0.com/docs/api/authentication/passwordless/get-code-or-link.
        let form = try parameters.optional("send") ?? "link"
        guard ["code", "link", "link_ios", "link_android"].contains(form) else {
            throw .oauth(400, "bad.send", "Unknown value of send: \(form)")
        }
        return connection.strategy == .email
            ? try startByEmail(parameters, connection, form) : try startByText(parameters, connection)
    }

    private mutating func startByEmail(
        _ parameters: Parameters, _ connection: Connection, _ form: String
    ) throws(Refusal) -> JSONValue {
        let email = try parameters.required("email")
        guard email.isAddress else {
            throw .oauth(400, "bad.email", "error in email - email format validation failed: \(email)")
        }
        try checkSignup(email, connection)
        let code = newCode(for: OneTimeCodes.Key(connection: connection.name, address: email.lowercased()))
        if form == "code" {
            send(.verificationCode, to: email, by: .email, code: code)
        } else {
            let link = try loginLink(parameters, connection, email, code)
            send(.loginLink, to: email, by: .email, code: code, link: link)
        }
        return .members(["_id": Secrets.hex(12), "email": email, "email_verified": false])
    }

    /// Creates the link that continues the authorization request in `authParams`.
    ///
    /// Without a redirect URI, the browser returns to the client's first web address.
    private func loginLink(
        _ parameters: Parameters, _ connection: Connection, _ email: String, _ code: String
    ) throws(Refusal) -> String {
        let clientID = try parameters.required("client_id")
        var fields = (parameters["authParams"]?.dictionary ?? [:]).compactMapValues(\.string)
        (fields["client_id"], fields["connection"]) = (clientID, connection.name)
        (fields["email"], fields["verification_code"]) = (email, code)
        fields["response_type"] = fields["response_type"] ?? "code"
        let web = client(clientID)?.callbacks.first { $0.hasPrefix("http") }
        fields["redirect_uri"] = fields["redirect_uri"] ?? web
        let query = FormEncoding.encode(fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        return "\(domain)/passwordless/verify_redirect?\(query)"
    }

    private mutating func startByText(
        _ parameters: Parameters, _ connection: Connection
    ) throws(Refusal) -> JSONValue {
        let number = try parameters.required("phone_number")
        guard number.isPhoneNumber else {
            throw .oauth(400, "bad.phone_number", "error in phone number - format validation failed: \(number)")
        }
        try checkSignup(number, connection)
        let code = newCode(for: OneTimeCodes.Key(connection: connection.name, address: number))
        send(.verificationCode, to: number, by: .sms, code: code)
        return .members(["_id": Secrets.hex(12), "phone_number": number, "phone_verified": false])
    }

    private func checkSignup(_ address: String, _ connection: Connection) throws(Refusal) {
        guard connection.allowsSignup || owner(of: address, in: connection.name) != nil else {
            throw .oauth(400, "bad.connection", "Public signup is disabled")
        }
    }
}
