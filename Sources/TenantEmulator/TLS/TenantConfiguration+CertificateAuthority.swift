import ByteEncodings
import FoundationEssentials
import JOSE
import OpenSSLCryptography

extension TenantConfiguration {
    /// A certificate authority for tenants that serve TLS.
    ///
    /// Clients have to trust its certificate: as the CA file of the SDK's transport, or as ``certificatePath`` in
    /// `SSL_CERT_FILE` or `NODE_EXTRA_CA_CERTS`. It is valid for a year, and its name constraints let clients accept it
    /// for `localhost`, loopback addresses and the hosts that it is created with, and for nothing else.
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
        /// The certificate in DER.
        private let der: [UInt8]

        private static let name = "Tenant emulator"

        /// The time before the end of a certificate at which a folder gets a new one, in seconds: 30 days.
        private static let renewal = 2_592_000
        private static var now: Int { Int(Date().timeIntervalSince1970) }

        /// Creates an authority in memory.
        ///
        /// - Parameter hosts: The host names and literal addresses that it can issue for, in addition to `localhost`
        ///   and loopback; none by default.
        /// - Throws: ``EmulatorError/Code/system`` if no key can be generated.
        public init(hosts: [String] = []) throws {
            do {
                key = try SigningKey(generating: .es256)
                let certificate = try Certificate(authority: Self.name, key: key, hosts: hosts, now: Self.now)
                (certificatePEM, der) = (certificate.pem, certificate.der)
            } catch { throw EmulatorError(.system, cause: error) }
            certificatePath = nil
        }

        /// Reads the authority of a folder, or creates it there.
        ///
        /// The folder holds `ca.pem` and `ca.key`, which only the user can read. Delete the folder for a new authority.
        /// The certificate is made again, with the same key, in its last 30 days and for a host that it does not have
        /// yet.
        ///
        /// - Parameters:
        ///   - folder: The path of the folder; missing parents are created.
        ///   - hosts: The host names and literal addresses that it can issue for, in addition to `localhost` and
        ///     loopback; none by default.
        /// - Throws: ``EmulatorError/Code/system`` if the files cannot be read or written, or do not hold an authority.
        public init(folder: String, hosts: [String] = []) throws {
            do {
                let now = Self.now
                try FileManager.default.createDirectory(
                    atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
                key = try PrivateKeyFile.key(at: "\(folder)/ca.key", .es256)
                certificatePath = "\(folder)/ca.pem"
                if let known = try Self.certificate(at: "\(folder)/ca.pem", of: key, hosts, now) {
                    (certificatePEM, der) = known
                } else {
                    let certificate = try Certificate(authority: Self.name, key: key, hosts: hosts, now: now)
                    (certificatePEM, der) = (certificate.pem, certificate.der)
                    try Data(certificatePEM.utf8).write(to: URL(filePath: "\(folder)/ca.pem"), options: .atomic)
                }
            } catch { throw EmulatorError(.system, "the certificate authority in \(folder)", cause: error) }
        }

        /// Reads a certificate; `nil` if it is missing, damaged, of another key, near its end or without one of the
        /// hosts.
        private static func certificate(
            at path: String, of key: SigningKey, _ hosts: [String], _ now: Int
        ) throws -> (String, [UInt8])? {
            guard let text = try? String(contentsOfFile: path, encoding: .utf8),
                let der = PEMBlock.first(in: text, labeled: ["CERTIFICATE"])?.bytes.withUnsafeBytes({ Array($0) }),
                der.firstRange(of: try Certificate.point(of: key)) != nil, isCurrent(der, now),
                (hosts + ["localhost"]).allSatisfy({ der.firstRange(of: Certificate.subtree($0)) != nil })
            else { return nil }
            return (text, der)
        }

        /// Whether the end of a certificate is far enough away, and not further than that of a new one.
        private static func isCurrent(_ der: [UInt8], _ now: Int) -> Bool {
            // Both times of the validity: a sequence of 30 bytes of two times of 13 digits.
            guard let validity = der.firstRange(of: [0x30, 30, 23, 13]) else { return false }
            let end = der[validity.upperBound...].dropFirst(13).prefix(15)
            let limits = [now + renewal, now + Certificate.lifetime].map { DER.time($0) }
            return !end.lexicographicallyPrecedes(limits[0]) && !limits[1].lexicographicallyPrecedes(end)
        }

        private func isPermitted(_ host: String) -> Bool {
            Address.isLoopback(host) || der.firstRange(of: Certificate.subtree(host)) != nil
        }

        /// Issues the certificate of a server.
        ///
        /// - Parameter hosts: The host names and literal addresses.
        /// - Returns: The certificate and its private key in PEM.
        /// - Throws: ``EmulatorError/Code/system`` if the key or the signature cannot be created.
        func issue(for hosts: [String]) throws(EmulatorError) -> (certificate: String, key: String) {
            if let other = hosts.first(where: { !isPermitted($0) }) {
                throw EmulatorError(
                    .system, "the certificate authority cannot issue for \(other): create it with this host (hosts:)")
            }
            do {
                let own = try SigningKey(generating: .es256)
                let certificate = try Certificate(
                    hosts: hosts, key: own, issuer: Self.name, issuerKey: key, now: Self.now)
                return (certificate.pem, try own.privateKeyPEM())
            } catch { throw EmulatorError(.system, "the certificate of the server", cause: error) }
        }
    }
}
