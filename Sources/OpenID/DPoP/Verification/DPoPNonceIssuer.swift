import ByteEncodings
public import JOSE
import OpenSSLCryptography

/// An issuer of the nonces that a server requires in proofs of possession, so that a client cannot create proofs in
/// advance.
///
/// Nothing is stored: a nonce is derived from a secret and the current period. Processes with the same secret accept
/// each other's nonces.
///
/// - SeeAlso: [RFC 9449 §8](https://www.rfc-editor.org/rfc/rfc9449#section-8),
///   [§9](https://www.rfc-editor.org/rfc/rfc9449#section-9)
public struct DPoPNonceIssuer: Sendable {
    private let authenticator: MessageAuthenticator
    private let lifetime: Int
    private let clock: TimeSource

    /// Creates an issuer for all processes that share a secret.
    ///
    /// The processes may also use the secret for other purposes, because the key of the nonces is derived from it.
    ///
    /// - Parameters:
    ///   - secret: The shared secret: at least 32 bytes that are hard to guess.
    ///   - lifetime: The time for which a nonce is accepted, 5 minutes by default: 10 seconds to one hour, in whole
    ///     seconds. Some nonces are accepted for up to twice as long.
    ///   - clock: The source of the current time; the clocks of the processes may differ by one lifetime.
    /// - Throws: ``JOSE/JOSEError/Code/keyRefused`` for a shorter secret; ``JOSE/JOSEError/Code/expectationInvalid``
    ///   for a lifetime out of bounds.
    public init(secret: SecretBytes, lifetime: Duration = .seconds(300), clock: TimeSource = .system) throws {
        guard secret.count >= 32 else { throw JOSEError(.keyRefused) }
        guard (.seconds(10) ... .seconds(3600)).contains(lifetime) else { throw JOSEError(.expectationInvalid) }
        do {
            let key = try secret.derived(32, salt: [], purpose: Array("auth0-streams DPoP nonce".utf8))
            authenticator = try MessageAuthenticator(key: key, hash: .sha256)
        } catch { throw JOSEError(.keyRefused, cause: error) }
        (self.lifetime, self.clock) = (Int(lifetime.components.seconds), clock)
    }

    /// Creates an issuer with a random secret, for a single process; its nonces end with the process. See
    /// ``init(secret:lifetime:clock:)``, whose parameters are the same.
    ///
    /// - Throws: ``JOSE/JOSEError/Code/expectationInvalid`` for a lifetime out of bounds;
    ///   ``JOSE/JOSEError/Code/keyRefused`` if there is no randomness.
    public init(lifetime: Duration = .seconds(300), clock: TimeSource = .system) throws {
        let secret: SecretBytes
        do {
            secret = try SecretBytes(random: 32)
        } catch { throw JOSEError(.keyRefused, cause: error) }
        try self.init(secret: secret, lifetime: lifetime, clock: clock)
    }

    /// Returns the current nonce, for the field `DPoP-Nonce` of a response.
    ///
    /// - Returns: 43 characters of base64url; the same until the period ends.
    /// - Throws: ``JOSE/JOSEError/Code/signingFailed`` if the library fails.
    public func nonce() throws -> String { try nonce(of: period) }

    /// Returns, in constant time, whether a nonce is valid.
    ///
    /// - Parameter nonce: The nonce of a proof.
    /// - Returns: `true` for the nonces of the current period and of its two neighbors.
    public func accepts(_ nonce: String) -> Bool {
        let period = period
        // A process whose clock is ahead issues the nonces of the next period.
        return [period, period - 1, period + 1].contains { period in
            (try? self.nonce(of: period)).map { ConstantTime.areEqual($0, nonce) } ?? false
        }
    }

    private var period: Int {
        // Division that rounds down, so that no period is longer than the others.
        let seconds = clock.secondsSince1970
        return seconds >= 0 ? seconds / lifetime : -((lifetime - 1 - seconds) / lifetime)
    }

    private func nonce(of period: Int) throws(JOSEError) -> String {
        do {
            return Base64URL.encode(try authenticator.code(for: Array("\(period) \(lifetime)".utf8)))
        } catch { throw JOSEError(.signingFailed, cause: error) }
    }
}

extension DPoPNonceIssuer: CustomStringConvertible, CustomReflectable {
    /// A constant text that does not reveal the secret.
    public var description: String { "DPoPNonceIssuer(<redacted>)" }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
