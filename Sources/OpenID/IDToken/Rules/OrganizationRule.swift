import JOSE

/// The rule that requires the organization that the login was for.
///
/// A text that begins with `org_` is an ID and is compared unchanged; any other text is a name, which Auth0 stores in
/// lower case.
struct OrganizationRule: IDTokenRule {
    let organization: String?

    func check(_ token: VerifiedJWT, at now: Int) throws(IDTokenError) {
        guard let organization else { return }
        let isID = organization.utf8.starts(with: "org_".utf8)
        let (claim, expected) = isID ? ("org_id", organization) : ("org_name", organization.lowercased())
        guard try token.requiredText(claim).isSame(as: expected) else {
            throw IDTokenError(.claimMismatch, claim: claim, "the token is for another organization")
        }
    }
}
