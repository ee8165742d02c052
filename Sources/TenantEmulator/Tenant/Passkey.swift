import ByteEncodings

/// A passkey: a credential that an authenticator holds for a user.
struct Passkey: Sendable {
    let userID: String
    /// The ID of the passkey among the user's authentication methods.
    let methodID: String
    let credentialID: [UInt8]
    let key: COSEKey
    let userHandle: [UInt8]
    /// Whether the credential may be copied to other devices; this never changes.
    let isBackupEligible: Bool
    var signCount: UInt32

    /// Creates the passkey of a credential that was just registered.
    init(_ object: AttestationObject, userID: String, userHandle: [UInt8]) {
        (self.userID, self.userHandle) = (userID, userHandle)
        methodID = "passkey|dev_\(Secrets.hex(8))"
        (credentialID, key) = (object.credential.credentialID, object.credential.key)
        (isBackupEligible, signCount) = (object.data.isBackupEligible, object.data.signCount)
    }
}

/// A WebAuthn ceremony in progress.
struct PasskeyChallenge: Sendable, Expiring {
    enum Purpose: Sendable {
        case login(connection: String)
        case signup(User)
        case enrollment(userID: String)
    }

    let purpose: Purpose
    /// The client that began the ceremony; `nil` for an enrollment.
    let clientID: String?
    let challenge: [UInt8]
    let organization: String?
    let party: RelyingParty
    let expiresAt: Int
}

extension TenantState {
    /// The relying party of the API endpoints.
    var relyingParty: RelyingParty {
        let host = domain.split(separator: "/").last.map { $0.prefix { $0 != ":" } } ?? ""
        let id = configuration.relyingPartyID ?? String(host)
        return RelyingParty(id: id, origins: Set(configuration.passkeyOrigins + [domain]))
    }

    /// Begins a ceremony; returns the `auth_session` and the parameters for the authenticator.
    mutating func beginCeremony(
        _ purpose: PasskeyChallenge.Purpose, clientID: String?, organization: String? = nil,
        for party: RelyingParty? = nil
    ) -> JSONValue {
        let (session, challenge, party) = (Secrets.token(32), Secrets.bytes(32), party ?? relyingParty)
        let ceremony = PasskeyChallenge(
            purpose: purpose, clientID: clientID, challenge: challenge, organization: organization, party: party,
            expiresAt: now + 300)
        passkeys.challenges.store(ceremony, as: session, at: now)
        let parameters: JSONValue =
            switch purpose {
            case .login: party.requestOptions(challenge)
            case .signup(let user): party.creationOptions(challenge, user)
            case .enrollment(let userID): users[userID].map { party.creationOptions(challenge, $0) } ?? .null
            }
        return .members(["auth_session": session, "authn_params_public_key": parameters])
    }

    /// Ends a ceremony, which can be completed only once, successfully or not; `nil` if it is unknown or has expired.
    mutating func endCeremony(_ session: String) -> PasskeyChallenge? {
        guard let challenge = passkeys.challenges.removeValue(forKey: session), now < challenge.expiresAt else {
            return nil
        }
        return challenge
    }

    /// Stores a credential; refuses one whose ID is taken.
    mutating func store(
        _ object: AttestationObject, _ response: AuthenticatorResponse, of user: User, for party: RelyingParty,
        userAgent: String?
    ) throws(RelyingParty.Defect) -> AuthenticationMethod {
        let passkey = Passkey(object, userID: user.id, userHandle: user.handle)
        guard passkeys.credentials[passkey.credentialID] == nil else {
            throw RelyingParty.Defect("credential id is taken")
        }
        passkeys.credentials[passkey.credentialID] = passkey
        var fields: [String: JSONValue] = [
            "identity_user_id": .string(user.record.localID), "created_at": .string(clock.now.timestamp),
            "usage": ["primary"].json, "confirmed": .boolean(true),
            "key_id": .string(Base64URL.encode(passkey.credentialID)),
            "public_key": .string(Base64URL.padded(object.credential.keyText)),
            "user_handle": .string(Base64URL.encode(user.handle)),
            "credential_device_type": .string(object.data.isBackupEligible ? "multi_device" : "single_device"),
            "credential_backed_up": .boolean(object.data.isBackedUp), "aaguid": .string(object.credential.aaguidText),
            "relying_party_id": .string(party.id), "transports": ["internal"].json,
        ]
        fields["user_agent"] = userAgent.map(JSONValue.string)
        let method = AuthenticationMethod(id: passkey.methodID, type: "passkey", fields: fields)
        users[user.id]?.authenticationMethods.append(method)
        return method
    }
}

extension AuthenticatorData.Attested {
    /// The AAGUID of the authenticator model, formatted as a UUID.
    fileprivate var aaguidText: String {
        let digits = Array(Hex.encode(aaguid))
        return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
    }
}

extension RelyingParty {
    private static let timeout = 60_000

    /// - SeeAlso: [Web Authentication §5.5](https://www.w3.org/TR/webauthn-2/#dictionary-assertion-options)
    fileprivate func requestOptions(_ challenge: [UInt8]) -> JSONValue {
        .members([
            "challenge": Base64URL.encode(challenge), "timeout": Self.timeout, "rpId": id,
            "userVerification": "required",
        ])
    }

    /// - SeeAlso: [Web Authentication §5.4](https://www.w3.org/TR/webauthn-2/#dictionary-makecredentialoptions)
    fileprivate func creationOptions(_ challenge: [UInt8], _ user: User) -> JSONValue {
        let record = user.record
        let name = record.email ?? record.phoneNumber ?? record.username ?? record.id
        return .members([
            "challenge": Base64URL.encode(challenge), "timeout": Self.timeout,
            "rp": JSONValue.members(["id": id, "name": id]),
            "user": JSONValue.members([
                "id": Base64URL.encode(user.handle), "name": name,
                "displayName": record.profile["name"]?.string ?? name,
            ]),
            "pubKeyCredParams": COSEKey.algorithms.map { JSONValue.members(["type": "public-key", "alg": $0]) },
            "authenticatorSelection": JSONValue.members([
                "residentKey": "required", "userVerification": "required",
            ]),
        ])
    }
}
