public import JOSE

/// The required claims of an ID token, apart from issuer and client.
///
/// A `nil` or empty property requires nothing.
public struct IDTokenExpectations: Sendable {
    /// The tolerated difference between the clocks of issuer and client: 60 seconds by default, at most 300.
    ///
    /// Fractions of a second are ignored.
    public var leeway = Duration.seconds(60)
    /// The nonce of the authorization request (`nonce`).
    public var nonce: String?
    /// The maximum time since the user logged in (`auth_time`).
    ///
    /// Fractions of a second are ignored.
    public var maxAge: Duration?
    /// The organization, by its ID (`org_id`, which begins with `org_`) or by its name (`org_name`).
    public var organization: String?
    /// A second organization, such as one that a program requires in addition to the organization of an invitation.
    package var otherOrganization: String?
    /// The accepted authentication context classes, of which the login must have reached one (`acr`).
    public var acceptedACRValues: [String] = []
    /// The audiences that the token may have besides the client (`aud`); such a token must name the client as its
    /// authorized party (`azp`).
    public var trustedAudiences: [String] = []
    /// The required subject (`sub`).
    public var subject: String?
    /// The access token issued with the ID token; `at_hash`, if present, must be its hash.
    public var accessToken: String?
    /// The authorization code issued with the ID token; `c_hash`, if present, must be its hash.
    public var code: String?
    /// Whether the hashes must be present; OpenID Connect requires them for tokens that pass through the browser.
    public var requiresHashes = false
    /// The ID token that is renewed: the new one must have the same issuer, subject and audience, whose further members
    /// are trusted as they were at the login.
    public var previousIDToken: (any JWT)?

    /// Creates expectations that require nothing beyond issuer and client.
    public init() {}

    /// The reason these expectations are invalid; `nil` if they are valid.
    var problem: IDTokenError? {
        guard Leeway.seconds(leeway) != nil else { return IDTokenError(.expectationInvalid, Leeway.advice) }
        guard maxAge.map({ $0 >= .zero }) ?? true else {
            return IDTokenError(.expectationInvalid, claim: "auth_time", "the age has to be 0 seconds or more")
        }
        let texts = [("nonce", nonce), ("org_id", organization), ("org_id", otherOrganization), ("sub", subject)]
        return texts.first { $0.1?.isEmpty == true }.map { claim, _ in
            IDTokenError(.expectationInvalid, claim: claim, "the expected value must not be empty")
        }
    }

    /// The rules of the set values: the requirements of a request's caller on the login.
    var requiredRules: [any IDTokenRule] {
        let leeway = Leeway.seconds(leeway) ?? 0
        var rules: [any IDTokenRule] = []
        if subject != nil { rules.append(SubjectRule(subject: subject)) }
        if nonce != nil { rules.append(NonceRule(nonce: nonce)) }
        if maxAge != nil { rules.append(AuthTimeRule(maxAge: maxAgeInSeconds, leeway: leeway)) }
        if !acceptedACRValues.isEmpty { rules.append(AcrRule(accepted: acceptedACRValues)) }
        for organization in [organization, otherOrganization] where organization != nil {
            rules.append(OrganizationRule(organization: organization))
        }
        return rules
    }

    private var maxAgeInSeconds: Int? { maxAge.map { Int(clamping: $0.components.seconds) } }

    /// Returns every rule, in the order of evaluation.
    func rules(issuer: String, clientID: String) -> [any IDTokenRule] {
        // `problem` has refused a leeway out of bounds.
        let leeway = Leeway.seconds(leeway) ?? 0
        return [
            IssuerRule(issuer: issuer),
            SubjectRule(subject: subject),
            LogoutEventRule(),
            AudienceRule(clientID: clientID, trusted: trustedAudiences + (previousIDToken?.audience ?? [])),
            AuthorizedPartyRule(clientID: clientID),
            TimeRule(leeway: leeway),
            NonceRule(nonce: nonce),
            AuthTimeRule(maxAge: maxAgeInSeconds, leeway: leeway),
            AcrRule(accepted: acceptedACRValues),
            OrganizationRule(organization: organization),
            OrganizationRule(organization: otherOrganization),
            HalfHashRule(claim: "at_hash", text: accessToken, isRequired: requiresHashes && accessToken != nil),
            HalfHashRule(claim: "c_hash", text: code, isRequired: requiresHashes && code != nil),
            SessionExpiryRule(leeway: leeway),
            RenewalRule(previous: previousIDToken),
        ]
    }
}

extension IDTokenExpectations: CustomStringConvertible, CustomReflectable {
    /// Only the leeway: the nonce, the code and the access token are secrets.
    public var description: String { "IDTokenExpectations(leeway: \(leeway))" }
    /// A mirror of only the leeway.
    public var customMirror: Mirror { Mirror(self, children: ["leeway": leeway]) }
}
