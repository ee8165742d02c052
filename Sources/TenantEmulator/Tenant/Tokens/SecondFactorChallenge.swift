/// A login that waits for the second factor.
struct SecondFactorChallenge: Sendable {
    let grant: Grant
    let expiresAt: Int
}
