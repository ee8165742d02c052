public import JOSE

/// What an ID token has to say, beside being from the issuer and for the client.
///
/// What is `nil` or empty is not asked for.
public struct IDTokenExpectations: Sendable {
    /// The allowed difference between the clocks of issuer and client: one minute by default, at most five.
    ///
    /// A fraction of a second is ignored.
    public var leeway = Duration.seconds(60)
    /// The nonce of the login that this token answers.
    public var nonce: String?
    /// How many seconds ago the person may have logged in.
    public var maxAge: Int?
    /// The organization, by its ID (`org_…`) or by its name.
    public var organization: String?
    /// The authentication context classes of which the login must have reached one: `acr`.
    public var acceptedContextClasses: [String] = []
    /// Who else the token may be for.
    public var trustedAudiences: [String] = []
    /// Whom the token is about, when that is known.
    public var subject: String?
    /// The access token that came with it: `at_hash`, where there is one, has to be its.
    public var accessToken: String?
    /// The code that came with it: `c_hash`, where there is one, has to be its.
    public var code: String?
    /// Whether the hashes have to be there; OpenID Connect asks for them where tokens come through the browser.
    public var requiresHashes = false
    /// The ID token that this one renews: issuer, subject and audience have to stay as they were.
    public var renewed: (any JWT)?

    /// Expects nothing in particular.
    public init() {}

    /// Why these expectations make no sense.
    var problem: IDTokenError? {
        guard (.zero ... .seconds(300)).contains(leeway) else {
            return IDTokenError(.expectationInvalid, "the leeway has to be 0 to 300 seconds")
        }
        guard maxAge.map({ $0 >= 0 }) ?? true else {
            return IDTokenError(.expectationInvalid, claim: "auth_time", "the age has to be 0 seconds or more")
        }
        let texts = [("nonce", nonce), ("org_id", organization), ("sub", subject)]
        return texts.first { $0.1?.isEmpty == true }.map { claim, _ in
            IDTokenError(.expectationInvalid, claim: claim, "what is expected must not be empty")
        }
    }

    /// Everything that has to hold, in the order in which it is looked at.
    func rules(issuer: String, clientID: String) -> [any IDTokenRule] {
        let leeway = Int(clamping: leeway.components.seconds)
        return [
            IssuerRule(issuer: issuer),
            SubjectRule(subject: subject),
            AudienceRule(clientID: clientID, trusted: trustedAudiences),
            AuthorizedPartyRule(clientID: clientID),
            ExpiryRule(leeway: leeway),
            NotBeforeRule(leeway: leeway),
            IssuedAtRule(leeway: leeway),
            NonceRule(nonce: nonce),
            AuthTimeRule(maxAge: maxAge, leeway: leeway),
            AcrRule(accepted: acceptedContextClasses),
            OrganizationRule(organization: organization),
            HalfHashRule(claim: "at_hash", text: accessToken, isRequired: requiresHashes && accessToken != nil),
            HalfHashRule(claim: "c_hash", text: code, isRequired: requiresHashes && code != nil),
            SessionExpiryRule(leeway: leeway),
            RenewalRule(previous: renewed),
        ]
    }
}

extension IDTokenExpectations: CustomStringConvertible, CustomReflectable {
    /// The leeway only: a nonce and what came with the token are secrets.
    public var description: String { "IDTokenExpectations(leeway: \(leeway))" }
    /// The leeway only.
    public var customMirror: Mirror { Mirror(self, children: ["leeway": leeway]) }
}
