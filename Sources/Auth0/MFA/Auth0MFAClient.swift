import ByteEncodings
import HTTPMessages
import LibcurlTransport
import OpenID
public import RequestPipeline

/// The implementation of ``MFAClient`` that sends requests to the tenant.
struct Auth0MFAClient: MFAClient {
    let address: TenantAddress
    var transport: any Transport = CurlTransport.standard
    var telemetry = Telemetry()
    var logger: (any Logger)?
    var dpop: DPoP?
    /// The method by which the application authenticates; `nil` for an application that cannot keep a secret.
    var clientAuthentication: ClientAuthentication?
}

extension Auth0MFAClient: ApplicationClient {
    func endpoint(_ method: TransportMethod, _ path: String) -> Endpoint { Endpoint(method, path, below: address.base) }
}

extension MFAClient {
    /// Returns this client or, for a test double that leaves out the call, a client that fails every request.
    private func implementation(_ call: String = #function) -> Auth0MFAClient {
        self as? Auth0MFAClient ?? Auth0MFAClient(address: .notImplemented(call, in: Self.self))
    }

    /// The default implementation, which sends the request.
    public func getAuthenticators(
        mfaToken: String, factorsAllowed: [String]
    ) -> Request<[Authenticator], MfaListAuthenticatorsError> {
        let decode = Decoders.decodable([Authenticator].self)
        return implementation().request(.get, "mfa/authenticators") { response throws(ResponseError) in
            try decode(response).filter { factorsAllowed.contains($0.factor) }
        }
        .authorized(byMFAToken: mfaToken)
        .failing(factorsAllowed.isEmpty ? noFactors : nil)
    }

    /// The default implementation, which sends the request.
    public func enroll(mfaToken: String, phoneNumber: String) -> Request<MFAEnrollmentChallenge, MfaEnrollmentError> {
        associate(mfaToken, by: "sms").fields(["phone_number": phoneNumber])
    }

    /// The default implementation, which sends the request.
    public func enroll(mfaToken: String, email: String) -> Request<MFAEnrollmentChallenge, MfaEnrollmentError> {
        associate(mfaToken, by: "email").fields(["email": email])
    }

    /// The default implementation, which sends the request.
    public func enroll(mfaToken: String) -> Request<OTPMFAEnrollmentChallenge, MfaEnrollmentError> {
        implementation().request(.post, "mfa/associate").fields(["authenticator_types": list("otp")])
            .authorized(byMFAToken: mfaToken)
    }

    /// The default implementation, which sends the request.
    public func enroll(mfaToken: String) -> Request<PushMFAEnrollmentChallenge, MfaEnrollmentError> {
        associate(mfaToken, by: "auth0")
    }

    /// Describes the request that enrolls an out-of-band authenticator over a channel.
    private func associate<Value: Decodable & Sendable>(
        _ mfaToken: String, by channel: String, call: String = #function
    ) -> Request<Value, MfaEnrollmentError> {
        implementation(call).request(.post, "mfa/associate")
            .fields(["authenticator_types": list("oob"), "oob_channels": list(channel)])
            .authorized(byMFAToken: mfaToken)
    }

    private func list(_ text: String) -> JSONValue { .array([.string(text)]) }

    /// The default implementation, which sends the request.
    public func challenge(with authenticatorId: String, mfaToken: String) -> Request<MFAChallenge, MfaChallengeError> {
        implementation().post(
            "mfa/challenge", authenticates: true, decode: Decoders.decodable(MFAChallenge.self)
        ).fields([
            "client_id": implementation().clientId,
            "challenge_type": "oob",
            "authenticator_id": authenticatorId,
            "mfa_token": mfaToken,
        ])
    }

    /// The default implementation, which sends the request.
    public func verify(
        oobCode: String, bindingCode: String?, mfaToken: String
    ) -> Request<Credentials, MFAVerifyError> {
        token().proving(oobCode: oobCode, bindingCode: bindingCode, mfaToken: mfaToken)
    }

    /// The default implementation, which sends the request.
    public func verify(otp: String, mfaToken: String) -> Request<Credentials, MFAVerifyError> {
        token().proving(otp: otp, mfaToken: mfaToken)
    }

    /// The default implementation, which sends the request.
    public func verify(recoveryCode: String, mfaToken: String) -> Request<Credentials, MFAVerifyError> {
        token().proving(recoveryCode: recoveryCode, mfaToken: mfaToken)
    }

    private func token(call: String = #function) -> Request<Credentials, MFAVerifyError> {
        let client = implementation(call)
        return client.post("oauth/token", role: .grant).fields(["client_id": client.clientId])
    }
}

private let noFactors = MfaListAuthenticatorsError(
    info: ["error": "invalid_request", "error_description": "factorsAllowed must name at least one kind of factor"],
    statusCode: 0)

extension Request {
    /// Returns a copy of the request with an MFA token as its bearer token; the request fails when the token is empty.
    fileprivate func authorized(byMFAToken token: String) -> Self {
        authorized(by: token, orElse: "pass the mfaToken of the login's mfaRequiredErrorPayload")
    }
}

/// The proof of a second factor at the token endpoint, for every client that sends one.
extension Request where Value == Credentials {
    /// Adds the one-time code of an authenticator application.
    func proving(otp: String, mfaToken: String) -> Self {
        fields([
            "grant_type": "http://auth0.com/oauth/grant-type/mfa-otp",
            "otp": otp,
            "mfa_token": mfaToken,
        ])
    }

    /// Adds the code of a challenge, and the code that the user entered unless the user approved on a phone.
    func proving(oobCode: String, bindingCode: String?, mfaToken: String) -> Self {
        fields([
            "grant_type": "http://auth0.com/oauth/grant-type/mfa-oob",
            "oob_code": oobCode,
            "binding_code": bindingCode,
            "mfa_token": mfaToken,
        ])
    }

    /// Adds a recovery code.
    func proving(recoveryCode: String, mfaToken: String) -> Self {
        fields([
            "grant_type": "http://auth0.com/oauth/grant-type/mfa-recovery-code",
            "recovery_code": recoveryCode,
            "mfa_token": mfaToken,
        ])
    }
}
