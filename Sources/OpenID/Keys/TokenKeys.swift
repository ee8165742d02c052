public import JOSE
import RequestPipeline
import Streams

/// The keys that verify the signatures of tokens.
public struct TokenKeys: Sendable {
    private enum Source: Sendable {
        case remote(RemoteKeySet)
        case fixed(KeyRing)
    }

    private let source: Source

    /// Returns the keys that the issuer publishes.
    ///
    /// - Parameter keySet: The key set, which all copies of the result share.
    /// - Returns: The keys.
    public static func remote(_ keySet: RemoteKeySet) -> TokenKeys { TokenKeys(source: .remote(keySet)) }

    /// Returns keys that never change, such as a set that the program contains.
    ///
    /// - Parameter ring: The keys.
    /// - Returns: The keys.
    public static func fixed(_ ring: KeyRing) -> TokenKeys { TokenKeys(source: .fixed(ring)) }

    /// Returns keys for tokens that the issuer signs with the client secret.
    ///
    /// Only tokens with that algorithm and that secret are accepted.
    ///
    /// - Parameters:
    ///   - secret: The client secret.
    ///   - algorithm: The HMAC algorithm; HS256 by default.
    /// - Returns: The keys.
    /// - Throws: ``JOSE/JOSEError/Code/keyRefused`` for a secret shorter than the hash, which an attacker could guess,
    ///   and for a key in PEM, DER, JSON or a line of SSH, which is no secret;
    ///   ``JOSE/JOSEError/Code/algorithmNotAllowed`` for an algorithm without a shared secret.
    /// - SeeAlso: [OpenID Connect Core §10.1](https://openid.net/specs/openid-connect-core-1_0.html#Signing)
    public static func secret(_ secret: SecretBytes, algorithm: SignatureAlgorithm = .hs256) throws -> TokenKeys {
        .fixed(try KeyRing([VerificationKey(secret: secret, algorithm: algorithm)]))
    }

    /// Returns keys for tokens that the issuer signs with the client secret, given as text; see
    /// ``secret(_:algorithm:)-(SecretBytes,_)``, whose parameters are the same.
    ///
    /// The copy in memory is wiped when its last reference is released; the string itself is not.
    ///
    /// - Throws: A ``JOSE/JOSEError``.
    public static func secret(_ secret: String, algorithm: SignatureAlgorithm = .hs256) throws -> TokenKeys {
        try .secret(SecretBytes(secret.utf8), algorithm: algorithm)
    }

    /// Verifies a signature and decodes the claims; `nil` if keys must be fetched first.
    func verifyWithCachedKeys(
        _ text: CompactJWS, _ type: JWSHeader.ExpectedType
    ) -> Result<VerifiedJWT, IDTokenError>? {
        switch source {
        case .remote(let set): set.core.verifyWithCachedKeys(text, type, over: set.transport)
        case .fixed(let ring): ring.result(text, type).mapError(IDTokenError.init)
        }
    }

    /// Verifies a signature and decodes the claims; fetches the keys first if the cached keys do not suffice.
    func verify(_ text: CompactJWS, _ type: JWSHeader.ExpectedType) async throws(IDTokenError) -> VerifiedJWT {
        if let result = verifyWithCachedKeys(text, type) { return try result.get() }
        let operation = Operation<VerifiedJWT, IDTokenError>(on: nil, toleratesBlocking: true) { completion in
            switch verify(text, type, completion: completion) {
            case .now(let result):
                completion(result)
                return AnyCancellable {}
            case .later(let work): return work
            }
        }
        return try await operation.value()
    }

    func verify(
        _ text: CompactJWS, _ type: JWSHeader.ExpectedType,
        completion: @escaping @Sendable (Result<VerifiedJWT, IDTokenError>) -> Void
    ) -> ImmediateOrPending<VerifiedJWT, IDTokenError> {
        switch source {
        case .remote(let set): set.core.verify(text, type, over: set.transport, completion: completion)
        case .fixed(let ring): .now(ring.result(text, type).mapError(IDTokenError.init))
        }
    }
}

extension ImmediateOrPending {
    /// Transforms an immediate result; the completion of the operation has to transform a later one.
    func map<NewValue, NewFailure>(
        _ transform: (Result<Value, Failure>) -> Result<NewValue, NewFailure>
    ) -> ImmediateOrPending<NewValue, NewFailure> {
        switch self {
        case .now(let result): .now(transform(result))
        case .later(let work): .later(work)
        }
    }
}

extension CompactJWS {
    /// Parses a token that is verified with ``TokenKeys``.
    init(token: String) throws(IDTokenError) {
        do {
            try self.init(parsing: token)
        } catch { throw IDTokenError(error) }
    }
}
