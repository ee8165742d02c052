public import FoundationEssentials
import OpenID
public import RequestPipeline

/// A client of the MFA API: the second factors of a login.
///
/// A login that needs a second factor fails with ``AuthenticationError/isMultifactorRequired``; its
/// ``AuthenticationError/mfaRequiredErrorPayload`` holds the token that every method of this client takes. Create a
/// client with ``mfa(clientId:domain:session:)``.
///
/// A test double conforms to this protocol and implements the methods that the test calls, each with all of its
/// parameters, and returns `Request(result:)`. The methods that it leaves out fail with
/// ``ConfigurationError/Code/notImplemented`` and send nothing.
@preconcurrency
public protocol MFAClient: SenderConstraining, Trackable, Loggable, Sendable {
    /// The client ID of the application; empty when no configuration was found.
    var clientId: String { get }
    /// The base URL of the tenant; `file:///` when the domain is invalid, so that every request fails.
    var url: URL { get }

    /// Lists the second factors that the user of a login has enrolled.
    ///
    /// - Parameters:
    ///   - mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    ///   - factorsAllowed: The types to list, as ``MFARequirements/challenge`` names them; an empty array makes the
    ///     request fail without being sent.
    /// - Returns: A request for the authenticators of those types, `GET /mfa/authenticators`.
    func getAuthenticators(
        mfaToken: String, factorsAllowed: [String]
    ) -> Request<[Authenticator], MfaListAuthenticatorsError>

    /// Enrolls a phone as a second factor and sends it a code by text message.
    ///
    /// - Parameters:
    ///   - mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    ///   - phoneNumber: The phone number, with its country code.
    /// - Returns: A request for the enrollment, `POST /mfa/associate`; complete it with
    ///   ``verify(oobCode:bindingCode:mfaToken:)``.
    func enroll(mfaToken: String, phoneNumber: String) -> Request<MFAEnrollmentChallenge, MfaEnrollmentError>

    /// Enrolls an email address as a second factor and sends it a code.
    ///
    /// - Parameters:
    ///   - mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    ///   - email: The email address.
    /// - Returns: A request for the enrollment, `POST /mfa/associate`; complete it with
    ///   ``verify(oobCode:bindingCode:mfaToken:)``.
    func enroll(mfaToken: String, email: String) -> Request<MFAEnrollmentChallenge, MfaEnrollmentError>

    /// Enrolls an authenticator application, which generates one-time codes, as a second factor.
    ///
    /// - Parameter mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    /// - Returns: A request for the shared secret, `POST /mfa/associate`; complete it with ``verify(otp:mfaToken:)``.
    func enroll(mfaToken: String) -> Request<OTPMFAEnrollmentChallenge, MfaEnrollmentError>

    /// Enrolls an application that asks its user for approval by push notification as a second factor.
    ///
    /// - Parameter mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    /// - Returns: A request for the QR code, `POST /mfa/associate`; complete it with
    ///   ``verify(oobCode:bindingCode:mfaToken:)``.
    func enroll(mfaToken: String) -> Request<PushMFAEnrollmentChallenge, MfaEnrollmentError>

    /// Sends a code or an approval prompt to the user over one of the user's authenticators.
    ///
    /// - Parameters:
    ///   - authenticatorId: The ID of the authenticator, of ``getAuthenticators(mfaToken:factorsAllowed:)``.
    ///   - mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    /// - Returns: A request for the challenge, `POST /mfa/challenge`; complete it with
    ///   ``verify(oobCode:bindingCode:mfaToken:)``.
    func challenge(with authenticatorId: String, mfaToken: String) -> Request<MFAChallenge, MfaChallengeError>

    /// Completes a login or an enrollment with a code sent to the user, or with the user's approval on a phone.
    ///
    /// - Parameters:
    ///   - oobCode: The `oobCode` of the challenge or of the enrollment.
    ///   - bindingCode: The code that the user entered; `nil` when the user approves on a phone.
    ///   - mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    /// - Returns: A request for credentials, `POST /oauth/token`.
    func verify(oobCode: String, bindingCode: String?, mfaToken: String) -> Request<Credentials, MFAVerifyError>

    /// Completes a login or an enrollment with the one-time code of an authenticator application.
    ///
    /// - Parameters:
    ///   - otp: The code that the user entered.
    ///   - mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    /// - Returns: A request for credentials, `POST /oauth/token`.
    func verify(otp: String, mfaToken: String) -> Request<Credentials, MFAVerifyError>

    /// Completes a login with a recovery code.
    ///
    /// - Parameters:
    ///   - recoveryCode: The recovery code; the server accepts it once.
    ///   - mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    /// - Returns: A request for credentials, `POST /oauth/token`.
    func verify(recoveryCode: String, mfaToken: String) -> Request<Credentials, MFAVerifyError>
}

extension MFAClient {
    /// The DPoP key: `nil`, for test doubles that do not use DPoP. Setting it has no effect.
    public var dpop: DPoP? {
        get { nil }
        set {}  // A test double without this property stores no key.
    }

    /// The client that describes the requests: this client or, for a test double, a client that fails every request.
    ///
    /// - Parameter call: The call that a test double leaves out.
    /// - Returns: The client.
    func implementation(_ call: String = #function) -> Auth0MFAClient {
        self as? Auth0MFAClient ?? .unimplemented(call, in: Self.self)
    }
}
