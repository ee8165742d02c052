import ByteEncodings
import FoundationEssentials
import JOSE
import LinuxCLibrary

extension TenantConfiguration {
    /// A certificate authority for tenants that serve TLS.
    ///
    /// Clients have to trust its certificate: as the CA file of the SDK's transport, or as ``certificatePath`` in
    /// `SSL_CERT_FILE` or `NODE_EXTRA_CA_CERTS`. It is valid for a year, and its name constraints limit it to
    /// `localhost`, loopback addresses and the hosts that it is created with.
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
        private let certificate: Certificate

        private static let name = "Tenant emulator"
        private static var now: Int { Int(Date().timeIntervalSince1970) }

        /// Creates an authority in memory.
        ///
        /// - Parameter hosts: The host names and literal addresses that it can issue for, in addition to `localhost`
        ///   and loopback; none by default.
        /// - Throws: ``EmulatorError/Code/system`` if no key can be generated.
        public init(hosts: [String] = []) throws {
            do {
                key = try SigningKey(generating: .es256)
                certificate = try Certificate(authority: Self.name, key: key, hosts: hosts, now: Self.now)
                certificatePEM = certificate.pem
            } catch { throw EmulatorError(.system, cause: error) }
            certificatePath = nil
        }

        /// Reads the authority of a folder, or creates it there.
        ///
        /// The folder contains `ca.pem`, `ca.key`, which only the user can read, and `ca.pem.lock`, so that two
        /// programs do not write at the same time. Delete the folder for a new authority. The certificate is renewed,
        /// with the same key, in its last 30 days and for a host that it does not contain. In the latter case the hosts
        /// of the earlier certificate stay, for other tenants that use it.
        ///
        /// - Parameters:
        ///   - folder: The path of the folder; missing parents are created.
        ///   - hosts: The host names and literal addresses that it can issue for, in addition to `localhost` and
        ///     loopback; none by default.
        /// - Throws: ``EmulatorError/Code/system`` if the files cannot be read or written, or do not contain an
        ///   authority.
        public init(folder: String, hosts: [String] = []) throws {
            do {
                try FileManager.default.createDirectory(
                    atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
                key = try PrivateKeyFile.key(at: "\(folder)/ca.key", .es256)
                let path = "\(folder)/ca.pem"
                certificate = try Self.certificate(at: path, of: key, for: hosts)
                (certificatePath, certificatePEM) = (path, certificate.pem)
            } catch let error as EmulatorError {
                throw error  // with the path and the reason
            } catch {
                let system = (error as? CocoaError)?.underlying as? POSIXError
                let reason = system.map { String(cString: strerror($0.code.rawValue)) } ?? "\(error)"
                throw EmulatorError(
                    .system, "the certificate authority in \(folder) cannot be made: \(reason)", cause: error)
            }
        }

        /// Reads a certificate, or renews it with further hosts.
        private static func certificate(
            at path: String, of key: SigningKey, for hosts: [String]
        ) throws -> Certificate {
            func permitsAll(_ certificate: Certificate) -> Bool {
                (hosts + ["localhost"]).allSatisfy(certificate.permits)
            }
            if let known = try current(at: path, of: key), permitsAll(known) { return known }
            // Programs that start at the same time must not lose each other's hosts.
            let lock = try FileLock(of: path, waits: true)
            return try withExtendedLifetime(lock) {
                let known = try current(at: path, of: key)
                if let known, permitsAll(known) { return known }
                let renewed = try Certificate(authority: name, key: key, hosts: hosts, extending: known, now: now)
                try Data(renewed.pem.utf8).write(to: URL(filePath: path), options: .atomic)
                return renewed
            }
        }

        /// Reads a certificate; `nil` if it is missing, damaged, for another key or near its expiry.
        private static func current(at path: String, of key: SigningKey) throws -> Certificate? {
            guard let text = try? String(contentsOfFile: path, encoding: .utf8),
                let certificate = Certificate(pem: text), try certificate.isCurrent(for: key, now: now)
            else { return nil }
            return certificate
        }

        private func isPermitted(_ host: String) -> Bool { Address.isLoopback(host) || certificate.permits(host) }

        /// Issues the certificate of a server for host names and literal addresses.
        func issue(for hosts: [String]) throws(EmulatorError) -> HTTPServer.Certificate {
            if let other = hosts.first(where: { !isPermitted($0) }) {
                throw EmulatorError(
                    .system, "the certificate authority cannot issue for \(other): create it with this host (hosts:)")
            }
            do {
                let own = try SigningKey(generating: .es256)
                let issued = try Certificate(
                    hosts: hosts, key: own, issuer: certificate, issuerKey: key, now: Self.now)
                return HTTPServer.Certificate(certificate: issued.pem, key: try own.privateKeyPEM())
            } catch { throw EmulatorError(.system, "the certificate of the server", cause: error) }
        }
    }
}
