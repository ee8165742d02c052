import ByteEncodings
import FoundationEssentials
import JOSE
import OpenSSLCryptography

extension TenantConfiguration {
    /// A certificate authority for tenants that serve TLS.
    ///
    /// Clients have to trust its certificate: as the CA file of the SDK's transport, or as ``certificatePath`` in
    /// `SSL_CERT_FILE` or `NODE_EXTRA_CA_CERTS`. Its key signs for loopback names and for the origins that a program
    /// configures; install it nowhere but in tests.
    ///
    /// ```swift
    /// var configuration = TenantConfiguration()
    /// configuration.certificateAuthority = try .init()
    /// let tenant = try EmulatedTenant.start(configuration)  // https://127.0.0.1:PORT
    /// ```
    public struct CertificateAuthority: Sendable {
        /// The certificate in PEM.
        public let certificatePEM: String
        /// The path of the certificate; `nil` for an authority in memory.
        public let certificatePath: String?
        private let key: SigningKey

        private static let name = "Tenant emulator"

        /// Creates an authority in memory.
        ///
        /// - Throws: ``EmulatorError/Code/system`` if no key can be generated.
        public init() throws {
            do {
                key = try SigningKey(generating: .es256)
                certificatePEM = try Certificate(authority: Self.name, key: key).pem
            } catch { throw EmulatorError(.system, cause: error) }
            certificatePath = nil
        }

        /// Reads the authority of a folder, or creates it there.
        ///
        /// The folder holds `ca.pem` and `ca.key`, which only the user can read. Delete the folder for a new authority.
        ///
        /// - Parameter folder: The path of the folder; missing parents are created.
        /// - Throws: ``EmulatorError/Code/system`` if the files cannot be read or written, or do not hold an authority.
        public init(folder: String) throws {
            do {
                try FileManager.default.createDirectory(
                    atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
                key = try PrivateKeyFile.key(at: "\(folder)/ca.key", .es256)
                certificatePath = "\(folder)/ca.pem"
                if let text = try Self.certificate(at: "\(folder)/ca.pem", of: key) {
                    certificatePEM = text
                } else {
                    certificatePEM = try Certificate(authority: Self.name, key: key).pem
                    try Data(certificatePEM.utf8).write(to: URL(filePath: "\(folder)/ca.pem"), options: .atomic)
                }
            } catch { throw EmulatorError(.system, "the certificate authority in \(folder)", cause: error) }
        }

        /// Reads a certificate; `nil` if it is missing, damaged, or of another key.
        private static func certificate(at path: String, of key: SigningKey) throws -> String? {
            guard let text = try? String(contentsOfFile: path, encoding: .utf8),
                let der = PEMBlock.first(in: text, labeled: ["CERTIFICATE"])?.bytes.withUnsafeBytes({ Array($0) }),
                der.firstRange(of: try Certificate.point(of: key)) != nil
            else { return nil }
            return text
        }

        /// Issues the certificate of a server.
        ///
        /// - Parameter hosts: The host names and literal addresses.
        /// - Returns: The certificate and its private key in PEM.
        /// - Throws: ``EmulatorError/Code/system`` if the key or the signature cannot be created.
        func issue(for hosts: [String]) throws(EmulatorError) -> (certificate: String, key: String) {
            do {
                let own = try SigningKey(generating: .es256)
                let certificate = try Certificate(hosts: hosts, key: own, issuer: Self.name, issuerKey: key)
                return (certificate.pem, try own.privateKeyPEM())
            } catch { throw EmulatorError(.system, "the certificate of the server", cause: error) }
        }
    }
}
