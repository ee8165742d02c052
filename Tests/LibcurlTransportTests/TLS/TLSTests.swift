import Foundation
import HTTPFaultServer
import HTTPMessages
import Testing

@testable import LibcurlTransport

@Suite struct TLSTests {
    private typealias Configuration = CurlTransport.Configuration

    private let certificates: Certificates

    init() throws { certificates = try Certificates.shared.get() }

    private func transport(
        _ authorities: Configuration.CertificateAuthorities? = nil, client: Configuration.ClientCertificate? = nil
    ) -> CurlTransport {
        CurlTransport {
            $0.certificateAuthorities = authorities ?? .file(certificates.authority.certificate)
            $0.clientCertificate = client
        }
    }

    @Test(arguments: ["127.0.0.1", "localhost"])
    func `T3: trusts a server with a certificate of the configured authority`(host: String) async throws {
        let server = try TLSServer(certificates.good)

        #expect(try await transport().response(.get(server.url(host: host))).status == 200)
        #expect(
            try await transport(.system(andFile: certificates.authority.certificate))
                .response(.get(server.url(host: host))).status == 200)
    }

    enum Defect: CaseIterable {
        case expired, wrongHost, commonName, selfSigned, unknownAuthority, shortKey, weakDigest, oldProtocol,
            oldestProtocol
    }

    @Test(arguments: Defect.allCases)
    func `T3 K13: refuses a server with a defective certificate, and says why`(defect: Defect) async throws {
        let weak = ["-cipher", "DEFAULT@SECLEVEL=0"]
        let (identity, options, reason): (Certificates.Identity, [String], TransportError.TLSFailureReason) =
            switch defect {
            case .expired: (certificates.expired, [], .certificateExpired)
            case .wrongHost: (certificates.wrongHost, [], .hostMismatch)
            case .commonName: (certificates.commonName, [], .hostMismatch)
            case .selfSigned: (certificates.selfSigned, [], .selfSigned)
            case .unknownAuthority: (certificates.good, [], .unknownAuthority)
            case .shortKey: (certificates.shortKey, weak, .weakCertificate)
            case .weakDigest: (certificates.weakDigest, weak, .weakCertificate)
            case .oldProtocol: (certificates.good, weak + ["-tls1_1"], .noCommonProtocol)
            case .oldestProtocol: (certificates.good, weak + ["-tls1"], .noCommonProtocol)
            }
        let server = try TLSServer(identity, options)
        let authority = defect == .unknownAuthority ? certificates.otherAuthority : certificates.authority

        let url = server.url(host: defect == .commonName ? "localhost" : "127.0.0.1")
        let failure = await transport(.file(authority.certificate)).failure(try .get(url))

        #expect(failure?.code == .tlsFailure)
        #expect(failure?.tlsReason == reason)
        #expect(failure?.requestMayHaveArrived == false)
        #expect(defect != .unknownAuthority || failure?.description.contains("certificateAuthorities") == true)
    }

    @Test(arguments: [
        (CurlTransport.Configuration.CertificateAuthorities.file("/nowhere.pem"), "/nowhere.pem", "No such file"),
        (.directory("/nowhere"), "/nowhere", "No such file"),
        (.system(andFile: "/nowhere.pem"), "/nowhere.pem", "No such file"),
        (.file("/etc/hostname"), "/etc/hostname", "has no certificates in PEM form"),
    ])
    func `K13 authorities that cannot be used are named, with the setting and the reason`(
        authorities: CurlTransport.Configuration.CertificateAuthorities, path: String, reason: String
    ) async throws {
        let server = try TLSServer(certificates.good)

        let failure = await transport(authorities).failure(try .get(server.url()))

        #expect(failure?.tlsReason == .trustStoreUnusable)
        let detail = failure?.detail ?? ""
        #expect(detail.contains("\(path) (certificateAuthorities)") && detail.contains(reason), "\(detail)")
        #expect(detail.hasSuffix(": correct the setting"))
    }

    /// A test cannot damage the authorities of the system.
    @Test func `K13 unusable authorities of the system are named without a setting`() {
        let advice = "reinstall the package ca-certificates"
        let text = "/etc/ssl/certs (the authorities of the system) cannot be read: \(advice)"
        let both = Configuration.CertificateAuthorities.system(andFile: "/a.pem")

        #expect(Configuration.CertificateAuthorities.system.unusable("/etc/ssl/certs", "cannot be read") == text)
        #expect(both.unusable("/etc/ssl/certs", "cannot be read") == text)
        #expect(both.unusable("/a.pem", "is empty") == "/a.pem (certificateAuthorities) is empty: correct the setting")
    }

    @Test func `K13 authorities that come back are used`() async throws {
        let server = try TLSServer(certificates.good)
        let path = "/tmp/auth0-tests-\(UUID().uuidString).pem"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let transport = transport(.file(path))

        let without = await transport.failure(try .get(server.url()))
        try FileManager.default.copyItem(atPath: certificates.authority.certificate, toPath: path)
        let with = await transport.result(try .get(server.url()))

        #expect(without?.tlsReason == .trustStoreUnusable)
        #expect(with.response?.status == 200, "\(with)")
    }

    @Test func `T3: a private authority is not trusted with the system's authorities`() async throws {
        let server = try TLSServer(certificates.good)

        let failure = await transport(.system).failure(try .get(server.url()))

        #expect(failure?.tlsReason == .unknownAuthority)
    }

    @Test func `T3: reports unreadable authorities and a server without TLS`() async throws {
        let plain = try FaultServer { peer in
            _ = peer.read()
            peer.write("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
        }
        let url = "https://127.0.0.1:\(plain.port)/"

        #expect(await transport(.file("/nowhere.pem")).failure(try .get(url))?.tlsReason == .trustStoreUnusable)
        #expect(await transport(.directory("/nowhere")).failure(try .get(url))?.tlsReason == .trustStoreUnusable)
        #expect(await transport(.file("/etc/hostname")).failure(try .get(url))?.tlsReason == .trustStoreUnusable)
        #expect(plain.connections <= 1)
        let refusal = await transport().failure(try .get(url))
        #expect(refusal?.tlsReason == .noCommonProtocol)
        #expect(refusal?.description.contains("write http://") == true)
    }

    @Test func `T9: transports with different authorities share no connection`() async throws {
        let server = try TLSServer(certificates.good)
        let (trusting, doubting) = (transport(), transport(.file(certificates.otherAuthority.certificate)))

        for _ in 0..<3 {
            #expect(try await trusting.response(.get(server.url())).status == 200)
            #expect(await doubting.failure(try .get(server.url()))?.tlsReason == .unknownAuthority)
        }
    }

    @Test func `T9: presents its certificate to a server that asks, on connections of its own`() async throws {
        let server = try TLSServer(
            certificates.good, ["-Verify", "1", "-verify_return_error", "-CAfile", certificates.authority.certificate])
        let mine = Configuration.ClientCertificate(
            certificatePath: certificates.client.certificate, keyPath: certificates.client.key)
        let missing = Configuration.ClientCertificate(certificatePath: "/nowhere.pem", keyPath: "/nowhere.key")
        let (known, unknown) = (transport(client: mine), transport())

        for _ in 0..<3 {
            #expect(try await known.response(.get(server.url())).status == 200)
            #expect(await unknown.failure(try .get(server.url()))?.tlsReason == .clientCertificate)
        }
        #expect(await transport(client: missing).failure(try .get(server.url()))?.tlsReason == .clientCertificate)
    }

    @Test func `many requests to an unknown origin all complete`() async throws {
        let server = try TLSServer(certificates.good)
        let transport = transport()
        let url = server.url(host: "localhost")

        let count = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<60 { group.addTask { (try? await transport.response(.get(url)).status) == 200 } }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }

        #expect(count == 60)
    }

    @Test func `never shows a passphrase`() {
        let certificate = Configuration.ClientCertificate(certificatePath: "/c", keyPath: "/k", passphrase: "SECRET")
        var configuration = CurlTransport.Configuration()
        configuration.clientCertificate = certificate
        var dumped = ""

        dump(configuration, to: &dumped)

        #expect(!"\(certificate) \(configuration) \(String(reflecting: configuration)) \(dumped)".contains("SECRET"))
    }
}
