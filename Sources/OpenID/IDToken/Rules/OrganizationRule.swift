import JOSE

/// The person logged in to the organization that was asked for.
///
/// What begins with `org_` is an ID and is compared as it is; anything else is a name, which Auth0 keeps in lower case.
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
