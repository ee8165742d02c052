public import FoundationEssentials
import OpenID
public import RequestPipeline

/// A client of the MFA API: the second factors of a login.
///
/// A login that needs a second factor fails with ``AuthenticationError/isMultifactorRequired``; its
/// ``AuthenticationError/mfaRequiredErrorPayload`` holds the token that every method of this client takes. Create a
/// client with ``mfa(clientId:domain:session:)``.
///
/// A test double conforms to this protocol as to ``Authentication``.
@preconcurrency
public protocol MFAClient: SenderConstraining, Trackable, Loggable, Sendable {
    /// The client ID of the application; empty when no configuration was found.
    var clientId: String { get }
    /// The base URL of the tenant; `file:///` when the domain is invalid, so that every request fails.
    var url: URL { get }

    /// Lists the second factors that the user of a login has enrolled.
    ///
    /// Calls `GET /mfa/authenticators` and keeps the authenticators with an ``Authenticator/type`` in `factorsAllowed`.
    /// A missing type is derived from ``Authenticator/authenticatorType`` and ``Authenticator/oobChannel``. The request
    /// fails with an ``MfaListAuthenticatorsError``.
    ///
    /// ```swift
    /// do {
    ///     _ = try await Auth0.authentication()
    ///         .login(
    ///             usernameOrEmail: "mfa@example.com", password: "Sesame-2026!",
    ///             realmOrConnection: "Username-Password-Authentication"
    ///         )
    ///         .start()
    /// } catch let error as AuthenticationError where error.isMultifactorRequired {
    ///     let token = error.mfaRequiredErrorPayload?.mfaToken ?? ""
    ///     let authenticators = try await Auth0.mfa()
    ///         .getAuthenticators(mfaToken: token, factorsAllowed: ["otp"])
    ///         .start()
    ///     print(authenticators.map(\.authenticatorType))
    /// }
    /// // prints ["otp"]
    /// ```
    ///
    /// - Parameters:
    ///   - mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    ///   - factorsAllowed: The types to list, as ``MFARequirements/challenge`` names them; an empty array makes the
    ///     request fail without being sent.
    /// - Returns: A request for the authenticators of those types; nothing is sent before it is started.
    func getAuthenticators(
        mfaToken: String, factorsAllowed: [String]
    ) -> Request<[Authenticator], MfaListAuthenticatorsError>

    /// Enrolls a phone as a second factor and sends it a code by text message.
    ///
    /// Calls `POST /mfa/associate`. The request fails with ``MfaEnrollmentError/isAccessDenied`` when the user must
    /// first prove a factor that is already enrolled.
    ///
    /// <!-- swift: let mfaToken = try await secondFactorToken(of: "enroll@example.com") -->
    ///
    /// ```swift
    /// let challenge = try await Auth0.mfa()
    ///     .enroll(mfaToken: mfaToken, phoneNumber: "+15550100600")
    ///     .start()
    /// print(challenge.oobCode.isEmpty)
    /// // prints false
    /// ```
    ///
    /// - Parameters:
    ///   - mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    ///   - phoneNumber: The phone number, with its country code.
    /// - Returns: A request for the enrollment; complete it with ``verify(oobCode:bindingCode:mfaToken:)``.
    func enroll(mfaToken: String, phoneNumber: String) -> Request<MFAEnrollmentChallenge, MfaEnrollmentError>

    /// Enrolls an email address as a second factor and sends it a code.
    ///
    /// Sends the same request as ``enroll(mfaToken:phoneNumber:)``, which fails with the same error.
    ///
    /// <!-- swift: let mfaToken = try await secondFactorToken(of: "enroll@example.com") -->
    ///
    /// ```swift
    /// let challenge = try await Auth0.mfa()
    ///     .enroll(mfaToken: mfaToken, email: "enroll@example.com")
    ///     .start()
    /// print(challenge.oobCode.isEmpty)
    /// // prints false
    /// ```
    ///
    /// - Parameters:
    ///   - mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    ///   - email: The email address.
    /// - Returns: A request for the enrollment; complete it with ``verify(oobCode:bindingCode:mfaToken:)``.
    func enroll(mfaToken: String, email: String) -> Request<MFAEnrollmentChallenge, MfaEnrollmentError>

    /// Enrolls an authenticator application, which generates one-time codes, as a second factor.
    ///
    /// Sends the same request as ``enroll(mfaToken:phoneNumber:)``, which fails with the same error.
    ///
    /// <!-- swift: let mfaToken = try await secondFactorToken(of: "enroll@example.com") -->
    ///
    /// ```swift
    /// let app: OTPMFAEnrollmentChallenge = try await Auth0.mfa().enroll(mfaToken: mfaToken).start()
    /// print(app.barcodeUri.hasPrefix("otpauth://totp/"))
    /// // prints true
    /// ```
    ///
    /// - Parameter mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    /// - Returns: A request for the shared secret to show to the user; complete the enrollment with
    ///   ``verify(otp:mfaToken:)``.
    func enroll(mfaToken: String) -> Request<OTPMFAEnrollmentChallenge, MfaEnrollmentError>

    /// Enrolls an application that asks its user for approval by push notification as a second factor.
    ///
    /// Sends the same request as ``enroll(mfaToken:phoneNumber:)``, which fails with the same error.
    ///
    /// <!-- swift: let mfaToken = try await secondFactorToken(of: "enroll@example.com") -->
    ///
    /// ```swift
    /// let app: PushMFAEnrollmentChallenge = try await Auth0.mfa().enroll(mfaToken: mfaToken).start()
    /// print(app.barcodeUri.isEmpty)
    /// // prints false
    /// ```
    ///
    /// - Parameter mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    /// - Returns: A request for the QR code to show to the user; complete the enrollment with
    ///   ``verify(oobCode:bindingCode:mfaToken:)``.
    func enroll(mfaToken: String) -> Request<PushMFAEnrollmentChallenge, MfaEnrollmentError>

    /// Sends a code or an approval prompt to the user over one of the user's authenticators.
    ///
    /// Calls `POST /mfa/challenge`. The request fails with an ``MfaChallengeError``.
    ///
    /// <!-- swift: let mfaToken = try await secondFactorToken() -->
    ///
    /// ```swift
    /// let phones = try await Auth0.mfa().getAuthenticators(mfaToken: mfaToken, factorsAllowed: ["phone"]).start()
    /// let challenge = try await Auth0.mfa().challenge(with: phones[0].id, mfaToken: mfaToken).start()
    /// print(challenge.bindingMethod ?? "approve on the phone")
    /// // prints prompt
    /// ```
    ///
    /// - Parameters:
    ///   - authenticatorId: The ID of the authenticator, of ``getAuthenticators(mfaToken:factorsAllowed:)``.
    ///   - mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    /// - Returns: A request for the challenge; complete it with ``verify(oobCode:bindingCode:mfaToken:)``.
    func challenge(with authenticatorId: String, mfaToken: String) -> Request<MFAChallenge, MfaChallengeError>

    /// Completes a login or an enrollment with a code sent to the user, or with the user's approval on a phone.
    ///
    /// Calls `POST /oauth/token` with the grant type `http://auth0.com/oauth/grant-type/mfa-oob`. The request fails
    /// with ``MFAVerifyError/isMultifactorCodeInvalid`` when the code is wrong or the user denied the approval.
    ///
    /// <!-- swift: let mfaToken = try await secondFactorToken()
    /// let challenge = try await Auth0.mfa().challenge(with: "sms|dev_0000000000000002", mfaToken: mfaToken).start()
    /// let code = exampleTenant.latestCode(to: "+15550100500") -->
    ///
    /// ```swift
    /// let credentials = try await Auth0.mfa()
    ///     .verify(oobCode: challenge.oobCode, bindingCode: code, mfaToken: mfaToken)
    ///     .start()
    /// print(credentials.tokenType)
    /// // prints Bearer
    /// ```
    ///
    /// - Parameters:
    ///   - oobCode: The `oobCode` of the challenge or of the enrollment.
    ///   - bindingCode: The code that the user entered; `nil` when the user approves on a phone.
    ///   - mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    /// - Returns: A request for credentials; it fails with ``MFAVerifyError/isAuthorizationPending`` while the user has
    ///   not approved, and can be started again after a few seconds.
    func verify(oobCode: String, bindingCode: String?, mfaToken: String) -> Request<Credentials, MFAVerifyError>

    /// Completes a login or an enrollment with the one-time code of an authenticator application.
    ///
    /// Calls `POST /oauth/token` with the grant type `http://auth0.com/oauth/grant-type/mfa-otp`. The request fails
    /// with ``MFAVerifyError/isMultifactorCodeInvalid`` when the code is wrong.
    ///
    /// <!-- swift: let mfaToken = try await secondFactorToken()
    /// let code = exampleTenant.authenticatorCode(for: "mfa@example.com") ?? "" -->
    ///
    /// ```swift
    /// let credentials = try await Auth0.mfa().verify(otp: code, mfaToken: mfaToken).start()
    /// print(credentials.tokenType)
    /// // prints Bearer
    /// ```
    ///
    /// - Parameters:
    ///   - otp: The code that the user entered.
    ///   - mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    /// - Returns: A request for credentials; nothing is sent before it is started.
    func verify(otp: String, mfaToken: String) -> Request<Credentials, MFAVerifyError>

    /// Completes a login with a recovery code.
    ///
    /// Calls `POST /oauth/token` with the grant type `http://auth0.com/oauth/grant-type/mfa-recovery-code`. A recovery
    /// code replaces a second factor that the user has lost.
    ///
    /// <!-- swift: let mfaToken = try await secondFactorToken() -->
    ///
    /// ```swift
    /// let credentials = try await Auth0.mfa()
    ///     .verify(recoveryCode: "RECOVERY0000000000000001", mfaToken: mfaToken)
    ///     .start()
    /// print(credentials.recoveryCode == nil ? "no new code" : "show the new code")
    /// // prints show the new code
    /// ```
    ///
    /// - Parameters:
    ///   - recoveryCode: The recovery code; the server accepts it once.
    ///   - mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    /// - Returns: A request for credentials; show their next recovery code, ``OpenID/Credentials/recoveryCode``, to the
    ///   user.
    func verify(recoveryCode: String, mfaToken: String) -> Request<Credentials, MFAVerifyError>
}

extension MFAClient {
    /// The DPoP key: `nil`, for test doubles that do not use DPoP. Setting it has no effect.
    public var dpop: DPoP? {
        get { nil }
        set {}  // A test double without this property stores no key.
    }
}
