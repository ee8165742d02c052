import ByteEncodings
import JOSE
import LinuxSystemCalls
import OpenSSLCryptography
import Synchronization

/// A key of the key set, with its certificate, which is signed once and not for each request.
///
/// Generating an RSA key takes up to half a second. A separate thread generates it while the tenant starts; the first
/// token or key set waits for the key.
final class PublishedKey: Sendable {
    private typealias Made = (key: SigningKey, member: JSONValue?)

    private enum State {
        case algorithm(TenantConfiguration.SigningAlgorithm)
        case made(Made)
    }

    private let name: String
    private let state: Mutex<State>

    /// Creates the entry of a key, with a name for its certificate.
    init(name: String, _ key: SigningKey) {
        self.name = name
        state = Mutex(.made((key, Self.member(of: key, name: name))))
    }

    /// Creates the entry of a new key, with a name for its certificate.
    init(name: String, _ algorithm: TenantConfiguration.SigningAlgorithm) {
        self.name = name
        state = Mutex(.algorithm(algorithm))
        guard algorithm.takesLong else { return }
        // If no thread could be started, the first use generates the key.
        _ = BackgroundThread.start(named: "tenant-key") { _ = self.made }
    }

    /// The key; blocks until it is generated.
    var key: SigningKey { made.key }
    /// The member of the key set; blocks until the key is generated.
    var member: JSONValue? { made.member }

    private var made: Made {
        state.withLock { state in
            switch state {
            case .made(let made): return made
            case .algorithm(let algorithm):
                guard let key = try? SigningKeys.make(algorithm) else {
                    preconditionFailure("OpenSSL generates no key: the machine has no random numbers or no memory")
                }
                let made = (key, Self.member(of: key, name: name))
                state = .made(made)
                return made
            }
        }
    }

    /// Returns the JWK of a public key, with a certificate if the service has certificates for its algorithm.
    private static func member(of signing: SigningKey, name: String) -> JSONValue? {
        guard case .object(var members)? = signing.publicKey?.json else { return nil }
        if let certificate = Certificate(published: signing, name: name) {
            let thumbprint = Base64URL.encode(HashAlgorithm.sha1.digest(of: certificate.der))
            members.append(JSONValue.Member(name: "x5t", value: .string(thumbprint)))
            members.append(JSONValue.Member(name: "x5c", value: [Base64URL.padded(certificate.der)].json))
        }
        return .object(members)
    }
}

extension TenantConfiguration.SigningAlgorithm {
    /// Whether a new key takes longer than a thread to start.
    fileprivate var takesLong: Bool { isRSA && !RSAKeyPool.ofProcess.isFull }
}
