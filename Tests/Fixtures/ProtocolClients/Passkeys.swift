// Presence checks and passkeys of a program's own.
import Auth0
import Foundation
import PasskeyAuthenticator

/// A check that asks for a PIN.
struct PINCheck: PresenceCheck {
    let pin: @Sendable (_ relyingParty: String, _ user: String) async throws -> String?

    func confirm(_ request: PresenceRequest) async throws -> Presence {
        guard let entered = try await pin(request.relyingPartyID, request.userName) else { return .absent }
        return entered == "1234" ? .verified : request.purpose == .assertion ? .present : .absent
    }
}

/// A passkey of an external authenticator that logs in.
struct ExternalAssertion: LoginPasskey {
    var userID: Data? { nil }
    var credentialID: Data { Data() }
    var attachment: PasskeyAttachment { .crossPlatform }
    var rawClientDataJSON: Data { Data() }
    var rawAuthenticatorData: Data? { nil }
    var signature: Data? { nil }
}

/// A passkey of an external authenticator that signs up or is enrolled.
struct ExternalRegistration: SignupPasskey {
    var credentialID: Data { Data() }
    var attachment: PasskeyAttachment { .crossPlatform }
    var rawClientDataJSON: Data { Data() }
    var rawAttestationObject: Data? { nil }
}

/// The same where only an enrolment is meant.
struct EnrolledPasskey: NewPasskey {
    let credentialID: Data
    let attachment: PasskeyAttachment
    let rawClientDataJSON: Data
    let rawAttestationObject: Data?
}
