import ByteEncodings

extension Route {
    /// The endpoint that sends one-time codes and links that replace a password; a client with a secret has to show it.
    ///
    /// - SeeAlso: [Passwordless](https://auth0.com/docs/api/authentication/passwordless)
    static let passwordless = client("/passwordless/start") { request, tenant throws(Refusal) in
        .json(try tenant.startPasswordless(request.parameters))
    }
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
        let isEmail = connection.strategy == .email
        let (member, kind) = isEmail ? ("email", "email - email") : ("phone_number", "phone number -")
        let address = try parameters.required(member)
        guard connection.accepts(address: address) else {
            throw .oauth(400, "bad.\(member)", "error in \(kind) format validation failed: \(address)")
        }
        guard admits(address, to: connection) else { throw .oauth(400, "bad.connection", "Public signup is disabled") }
        if isEmail, form != "code" {
            let code = newCode(for: OneTimeCodes.Key(connection, address))
            let link = try loginLink(parameters, connection, address, code)
            send(.loginLink, to: address, by: .email, code: code, link: link)
        } else {
            sendCode(to: address, connection)
        }
        return .members([
            "_id": Secrets.hex(12), member: address, isEmail ? "email_verified" : "phone_verified": false,
        ])
    }

    /// Creates the link that continues the authorization request in `authParams`.
    ///
    /// Without a redirect URI, the browser returns to the client's first web address.
    private func loginLink(
        _ parameters: Parameters, _ connection: Connection, _ email: String, _ code: String
    ) throws(Refusal) -> String {
        let clientID = try parameters.required("client_id")
        var fields = (parameters["authParams"]?.dictionary ?? [:]).compactMapValues(Self.parameter)
        (fields["client_id"], fields["connection"]) = (clientID, connection.name)
        (fields["email"], fields["verification_code"]) = (email, code)
        fields["response_type"] = fields["response_type"] ?? "code"
        let web = client(clientID)?.callbacks.first { $0.hasPrefix("http") }
        fields["redirect_uri"] = fields["redirect_uri"] ?? web
        let query = FormEncoding.encode(fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        return "\(domain)/passwordless/verify_redirect?\(query)"
    }

    /// Whether a login with an address is possible: it belongs to a user, or people can sign up.
    func admits(_ address: String, to connection: Connection) -> Bool {
        connection.allowsSignup || owner(of: address, in: connection.name) != nil
    }

    /// Sends a one-time code that replaces a password.
    mutating func sendCode(to address: String, _ connection: Connection) {
        let code = newCode(for: OneTimeCodes.Key(connection, address))
        send(.verificationCode, to: address, by: connection.strategy == .email ? .email : .sms, code: code)
    }
}

extension Connection {
    /// Whether a one-time code of a passwordless connection can be sent to an address.
    func accepts(address: String) -> Bool { strategy == .email ? address.isAddress : address.isPhoneNumber }
}

extension OneTimeCodes.Key {
    init(_ connection: Connection, _ address: String) {
        self.init(connection: connection.name, address: address.lowercased())
    }
}
