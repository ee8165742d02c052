public import FoundationEssentials
import OpenID
public import RequestPipeline

/// A client of the MFA API: second factors of a login that is under way.
///
/// A login that needs one fails with ``AuthenticationError/isMultifactorRequired``, and the token for every call of this
/// client is in its ``AuthenticationError/mfaRequiredErrorPayload``. Make a client with
/// ``mfa(clientId:domain:session:)``.
///
/// A double for tests conforms and implements the calls that it stands for, each with all of its parameters and with
/// `Request(result:)` for an answer; the other calls fail with ``ConfigurationError/Code/notImplemented``, without traffic.
public protocol MFAClient: SenderConstraining, Trackable, Loggable, Sendable {
    /// The client ID of the application; empty when none was found.
    var clientId: String { get }
    /// The base URL of the tenant.
    var url: URL { get }

    /// Lists the second factors that the user of a login has enrolled.
    func getAuthenticators(
        mfaToken: String, factorsAllowed: [String]
    ) -> Request<[Authenticator], MfaListAuthenticatorsError>

    /// Enrols a phone, which receives a code at once.
    func enroll(mfaToken: String, phoneNumber: String) -> Request<MFAEnrollmentChallenge, MfaEnrollmentError>

    /// Enrols an e-mail address, which receives a code at once.
    func enroll(mfaToken: String, email: String) -> Request<MFAEnrollmentChallenge, MfaEnrollmentError>

    /// Enrols an authenticator application, which makes one-time codes.
    func enroll(mfaToken: String) -> Request<OTPMFAEnrollmentChallenge, MfaEnrollmentError>

    /// Enrols an application that asks its user by push notification.
    func enroll(mfaToken: String) -> Request<PushMFAEnrollmentChallenge, MfaEnrollmentError>

    /// Sends a code or a question to the user, by one of their authenticators.
    func challenge(with authenticatorId: String, mfaToken: String) -> Request<MFAChallenge, MfaChallengeError>

    /// Ends a login, or an enrolment, with a code that was sent or with the user's answer on their phone.
    func verify(oobCode: String, bindingCode: String?, mfaToken: String) -> Request<Credentials, MFAVerifyError>

    /// Ends a login, or an enrolment, with the one-time code of an authenticator application.
    func verify(otp: String, mfaToken: String) -> Request<Credentials, MFAVerifyError>

    /// Ends a login with the code the user kept for when everything else is lost.
    func verify(recoveryCode: String, mfaToken: String) -> Request<Credentials, MFAVerifyError>
}

extension MFAClient {
    /// No key: for doubles that are not about keys.
    public var dpop: DPoP? {
        get { nil }
        set {}  // Nobody to tell.
    }

    /// What describes the requests: the client itself or, for a double, one whose requests all fail.
    var implementation: Auth0MFAClient { self as? Auth0MFAClient ?? .unimplemented }
}
