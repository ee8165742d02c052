public import OpenSSLCryptography
public import JOSE
import RequestPipeline
import Streams

/// What the signatures of tokens are checked with.
public enum TokenKeys: Sendable {
    /// The keys that the issuer publishes.
    case remote(RemoteKeySet)
    /// Keys that never change: a set that came with the program.
    case fixed(KeyRing)

    /// A client secret that the issuer signs with.
    ///
    /// Only tokens of that algorithm are then accepted, and only those with that secret.
    ///
    /// - Throws: ``JOSE/JOSEError/Code/keyRefused`` for a secret shorter than the hash, which an attacker could guess.
    public static func secret(
        _ secret: SecretBytes, _ algorithm: SignatureAlgorithm = .hs256
    ) throws -> TokenKeys {
        .fixed(try KeyRing([VerificationKey(secret: secret, algorithm)]))
    }

    /// A client secret that the issuer signs with, as it was given to the client.
    ///
    /// - Throws: ``JOSE/JOSEError``, as the other, which wipes the secret when nobody holds it any more.
    /// - SeeAlso: [OpenID Connect Core §10.1](https://openid.net/specs/openid-connect-core-1_0.html#Signing)
    public static func secret(
        _ secret: String, _ algorithm: SignatureAlgorithm = .hs256
    ) throws -> TokenKeys {
        try .secret(SecretBytes(Array(secret.utf8)), algorithm)
    }

    /// Checks a signature with the keys at hand; `nil` when others would have to be fetched first.
    func verifyNow(_ text: CompactJWS, _ type: ExpectedType) -> Result<VerifiedJWS, JOSEError>? {
        switch self {
        case .remote(let set): set.core.verifyNow(text, type, over: set.transport)
        case .fixed(let ring): Result { () throws(JOSEError) in try ring.verified(text, type: type) }
        }
    }

    /// Checks a signature, with keys that are fetched first when those at hand do not serve.
    func verify(_ text: CompactJWS, _ type: ExpectedType) async throws(KeySetFailure) -> VerifiedJWS {
        if let result = verifyNow(text, type) { return try result.mapError(KeySetFailure.token).get() }
        let operation = Operation<VerifiedJWS, KeySetFailure>(on: nil, toleratesBlocking: true) { completion in
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
        _ text: CompactJWS, _ type: ExpectedType,
        completion: @escaping @Sendable (Result<VerifiedJWS, KeySetFailure>) -> Void
    ) -> ImmediateOrPending<VerifiedJWS, KeySetFailure> {
        switch self {
        case .remote(let set): set.core.verify(text, type, over: set.transport, completion: completion)
        case .fixed: .now((verifyNow(text, type) ?? .failure(JOSEError(.keyNotFound))).mapError(KeySetFailure.token))
        }
    }
}
