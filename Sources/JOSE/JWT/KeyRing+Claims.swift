public import FoundationEssentials

extension KeyRing {
    /// Verifies the signature of a token, then decodes its claims: issuer, audience and times are not checked.
    ///
    /// An expired token, or one for another recipient, passes. ``verifiedToken(_:type:issuer:audience:leeway:now:)``
    /// checks them as well.
    ///
    /// - Parameters:
    ///   - token: The token in compact form.
    ///   - type: The required type of the token; ``JWSHeader/ExpectedType/jwt`` by default.
    /// - Returns: The header and the claims, which may be expired or meant for another recipient.
    /// - Throws: A ``JOSEError``, as ``verify(_:type:)-(String,_)`` and ``VerifiedJWT/init(_:)``.
    /// - SeeAlso: [RFC 7519 §7.2](https://www.rfc-editor.org/rfc/rfc7519#section-7.2)
    public func verifiedToken(_ token: String, type: JWSHeader.ExpectedType = .jwt) throws -> VerifiedJWT {
        try VerifiedJWT(verify(token, type: type))
    }

    /// Verifies the signature of a token, then its issuer, its audience and its times.
    ///
    /// `iss`, `aud` and `exp` are required; `nbf` and `iat` must not be in the future if they are present.
    ///
    /// <!-- swift: import Foundation -->
    ///
    /// ```swift
    /// struct Claims: Encodable {
    ///     let iss = "https://tenant.example.com/", aud = "api"
    ///     let exp: Date
    /// }
    ///
    /// let key = try SigningKey(generating: .es256)
    /// let keys = KeyRing(JSONWebKeySet(publishing: [key]))
    /// let expired = try key.sign(claims: Claims(exp: Date(timeIntervalSinceNow: -3600)))
    /// do {
    ///     _ = try keys.verifiedToken(expired, issuer: "https://tenant.example.com/", audience: "api")
    /// } catch let error as JOSEError where error.code == .expired {
    ///     print("expired")
    /// }
    /// // prints expired
    /// ```
    ///
    /// - Parameters:
    ///   - token: The token in compact form.
    ///   - type: The required type of the token; ``JWSHeader/ExpectedType/jwt`` by default.
    ///   - issuer: The required issuer, compared byte by byte: case, port and a trailing slash matter.
    ///   - audience: The recipient that the audience must contain, compared byte by byte.
    ///   - leeway: The tolerated difference between the clocks: 60 seconds by default, 0 to 300 seconds; fractions of a
    ///     second are ignored.
    ///   - now: The moment for which the times are checked; the system's time by default. It is a date and not a clock
    ///     because one call checks one token.
    /// - Returns: The header and the claims.
    /// - Throws: ``JOSEError/Code/claimMissing``, ``JOSEError/Code/claimMismatch``, ``JOSEError/Code/expired`` or
    ///   ``JOSEError/Code/notYetValid``, with the name of the claim; ``JOSEError/Code/expectationInvalid`` for a leeway
    ///   out of bounds; otherwise a ``JOSEError`` as ``verifiedToken(_:type:)``.
    /// - SeeAlso: [RFC 7519 §4.1](https://www.rfc-editor.org/rfc/rfc7519#section-4.1), [RFC 8725
    ///   §3.8](https://www.rfc-editor.org/rfc/rfc8725#section-3.8)
    public func verifiedToken(
        _ token: String, type: JWSHeader.ExpectedType = .jwt, issuer: String, audience: String,
        leeway: Duration = .seconds(60), now: Date = Date()
    ) throws -> VerifiedJWT {
        guard let leeway = Leeway.seconds(leeway) else { throw JOSEError(.expectationInvalid) }
        let token = try verifiedToken(token, type: type)
        try token.check(issuer: issuer, audience: audience)
        try token.checkTimes(leeway: leeway, now: now)
        return token
    }
}

extension VerifiedJWT {
    fileprivate func check(issuer expected: String, audience recipient: String) throws(JOSEError) {
        guard let issuer else { throw JOSEError(.claimMissing, claim: "iss") }
        guard issuer.utf8.elementsEqual(expected.utf8) else { throw JOSEError(.claimMismatch, claim: "iss") }
        guard let audience else { throw JOSEError(.claimMissing, claim: "aud") }
        guard audience.contains(where: { $0.utf8.elementsEqual(recipient.utf8) }) else {
            throw JOSEError(.claimMismatch, claim: "aud")
        }
    }

    fileprivate func checkTimes(leeway: Int, now: Date) throws(JOSEError) {
        // Dates of tokens are from 1970 to 9999, so that no sum can overflow.
        let seconds = now.timeIntervalSince1970
        let now = seconds.isFinite ? Int(min(max(seconds.rounded(.down), 0), 253_402_300_799)) : .max
        guard let expiry else { throw JOSEError(.claimMissing, claim: "exp") }
        guard expiry + leeway > now else { throw JOSEError(.expired, claim: "exp") }
        if let activation, activation - leeway > now { throw JOSEError(.notYetValid, claim: "nbf") }
        if let issuance, issuance - leeway > now { throw JOSEError(.notYetValid, claim: "iat") }
    }
}
