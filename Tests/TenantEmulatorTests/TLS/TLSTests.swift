import Foundation
import ProgramRunner
import TenantEmulator
import Testing

/// A tenant with TLS, or under another origin, as foreign clients see it.
@Suite struct TLSTests {
    private let folder = TemporaryFolder()

    /// The folder of the certificate authority.
    private var path: String { folder.path + "/authority" }

    /// Starts a tenant with TLS under the names of some hosts, whose authority can issue for others.
    private func start(_ hosts: [String] = [], authority others: [String] = []) throws -> EmulatedTenant {
        try EmulatedTenant.start {
            $0.certificateAuthority = try .init(folder: path, hosts: others)
            $0.allowedHosts = hosts
        }
    }

    /// Runs a command of OpenSSL on the certificate of the authority.
    private func show(_ options: String...) async throws -> ProgramRun {
        try await ProgramRun("/usr/bin/openssl", ["x509", "-in", path + "/ca.pem", "-noout"] + options)
    }

    /// Requests an address with Python, which verifies the certificate strictly, and returns the cookies and the page,
    /// or the status and the text of an error.
    private func fetch(_ address: String) async throws -> String {
        let script = """
            import http.cookiejar, ssl, sys, urllib.request
            context = ssl.create_default_context(cafile=sys.argv[1])
            context.verify_flags |= ssl.VERIFY_X509_STRICT
            jar = http.cookiejar.CookieJar()
            opener = urllib.request.build_opener(
                urllib.request.HTTPSHandler(context=context), urllib.request.HTTPCookieProcessor(jar))
            try:
                with opener.open(sys.argv[2]) as response:
                    print([cookie.secure for cookie in jar], dict(response.headers), response.read().decode())
            except urllib.error.HTTPError as error:
                print(error.code, error.read().decode())
            """
        let run = try await ProgramRun(
            "/usr/bin/python3", ["-c", script, path + "/ca.pem", address])
        #expect(run.status == 0, "\(String(decoding: run.errors, as: UTF8.self))")
        return String(decoding: run.output, as: UTF8.self)
    }

    @Test(arguments: ["127.0.0.1", "localhost"])
    func `serves TLS under a certificate that a strict client accepts`(host: String) async throws {
        let tenant = try start()

        let document = try await fetch("https://\(host):\(tenant.port)/.well-known/openid-configuration")

        #expect(tenant.domain == "https://127.0.0.1:\(tenant.port)")
        #expect(document.contains(#""issuer":"\#(tenant.issuer)""#))
        #expect(document.contains(#""token_endpoint":"https://127.0.0.1:"#))
    }

    @Test func `the certificate authority is served without a token`() async throws {
        let tenant = try start()

        let page = try await fetch("\(tenant.domain)/_emulator/ca.pem")

        #expect(page.contains(try String(contentsOfFile: path + "/ca.pem", encoding: .utf8)))
    }

    @Test func `cookies are only for TLS`() async throws {
        let tenant = try start()

        let page = try await fetch("\(tenant.domain)/_emulator/?token=\(tenant.controlToken)")
        let query = "client_id=\(tenant.clientID)&response_type=code&redirect_uri=http%3A%2F%2F127.0.0.1%2Fcallback"
        let login = try await fetch(
            "\(tenant.domain)/authorize?\(query)&code_challenge_method=S256&code_challenge=\(Self.challenge)")

        #expect(page.contains("Domain"))
        #expect(login.contains("<form"))
        #expect(page.hasPrefix("[True]") && login.hasPrefix("[True]"))
    }

    private static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

    @Test func `takes the origin that clients use`() async throws {
        let tenant = try EmulatedTenant.start { $0.origin = "https://login.example.test:8443/" }

        let document = try await TestClient(tenant).send(
            "GET", "/.well-known/openid-configuration", headers: ["Host": "login.example.test:8443"])

        #expect(tenant.domain == "https://login.example.test:8443")
        #expect(document["issuer"] == "https://login.example.test:8443/")
        #expect(document["jwks_uri"] == "https://login.example.test:8443/.well-known/jwks.json")
    }

    @Test(arguments: [
        "login.example.test", "ftp://login.example.test", "https://", "https://a b", "https://host:0x50",
        "https://host/path", "https://host:+80", "https://[::1]:-0", "https://user@host", "https://::1", "https://[::1",
        "https://host:70000", "https://host?x",
    ])
    func `refuses an origin that is not one`(origin: String) {
        let error = #expect(throws: EmulatorError.self) { try EmulatedTenant.start { $0.origin = origin } }

        #expect(error?.code == .malformedOrigin)
    }

    @Test func `listens on other addresses when that is allowed`() async throws {
        let tenant = try EmulatedTenant.start { ($0.address, $0.allowsOtherHosts) = ("0.0.0.0", true) }

        let response = try await TestClient(tenant).send(
            "GET", "/.well-known/jwks.json", headers: ["Host": "192.168.0.1:\(tenant.port)"])

        #expect(response.status == 200)
        #expect(tenant.domain == "http://localhost:\(tenant.port)")
    }

    @Test func `listens on the loopback address of IPv6`() throws {
        let tenant = try EmulatedTenant.start { $0.address = "::1" }

        #expect(tenant.domain == "http://[::1]:\(tenant.port)")
    }

    @Test func `an authority is made once, and only its user can read it`() throws {
        let first = try TenantConfiguration.CertificateAuthority(folder: path)
        let second = try TenantConfiguration.CertificateAuthority(folder: path)

        #expect(first.certificatePEM == second.certificatePEM)
        #expect(first.certificatePath == path + "/ca.pem")
        let modes = try [path, path + "/ca.key"].map { path in
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        #expect(modes == [0o700, 0o600])
    }

    @Test(arguments: ["", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"])
    func `a damaged certificate is made again from its key`(text: String) async throws {
        _ = try TenantConfiguration.CertificateAuthority(folder: path)
        try Data(text.utf8).write(to: URL(filePath: path + "/ca.pem"))

        let tenant = try start()

        #expect(try await fetch("\(tenant.domain)/.well-known/jwks.json").contains("\"keys\""))
    }

    /// OpenSSL verifies the certificate of a server against the constraints of its authority.
    @Test(arguments: [(["tenant.internal"], "tenant.internal", true), ([], "tenant.internal", false)])
    func `E13 an authority issues only for loopback and its hosts, for a year`(
        hosts: [String], host: String, isIssued: Bool
    ) async throws {
        _ = try TenantConfiguration.CertificateAuthority(folder: path)

        let tenant = try? start([host], authority: hosts)
        let text = String(decoding: try await show("-text", "-checkend", "31000000").output, as: UTF8.self)

        #expect((tenant != nil) == isIssued)
        #expect(text.contains("X509v3 Name Constraints: critical") && text.contains("DNS:localhost"))
        #expect(text.contains("IP:127.0.0.0/255.0.0.0") && text.contains("DNS:tenant.internal") == isIssued)
        #expect(text.contains("Certificate will not expire"))
        #expect(try await show("-checkend", "31600000").status == 1)
        if let tenant {
            #expect(try await fetch("https://localhost:\(tenant.port)/.well-known/jwks.json").contains("\"keys\""))
        }
    }

    @Test func `E13 a tenant stays trusted when another one adds its host to the authority of both`() async throws {
        let tenant = try EmulatedTenant.start {
            $0.origin = "https://first.internal"
            $0.certificateAuthority = try .init(folder: path, hosts: ["first.internal"])
        }

        _ = try TenantConfiguration.CertificateAuthority(folder: path, hosts: ["second.internal"])

        // OpenSSL compares every name of the tenant's certificate, `first.internal`, too, with the constraints.
        #expect(try await fetch("https://localhost:\(tenant.port)/.well-known/jwks.json").contains("\"keys\""))
    }

    @Test func `E13 programs that add hosts to an authority at the same time lose none of them`() async throws {
        let hosts = (0..<4).map { "host-\($0).internal" }

        try await withThrowingTaskGroup(of: Void.self) { group in
            for host in hosts {
                group.addTask { [path] in _ = try TenantConfiguration.CertificateAuthority(folder: path, hosts: [host])
                }
            }
            try await group.waitForAll()
        }

        #expect(throws: Never.self) { try start(hosts) }
    }

    /// Firefox refuses two certificates of one issuer and one serial number, and X.520 limits a common name.
    @Test func `E15 each certificate has a serial number of its own, and its host can be longer than a common name`()
        async throws
    {
        let host = String(repeating: "long-", count: 12) + "name.tenant.internal"
        var serials: Set<[UInt8]> = []
        for hosts in [[], [host], [host, "other.internal", "192.0.2.1", "2001:db8::1"]] {
            _ = try TenantConfiguration.CertificateAuthority(folder: path, hosts: hosts)
            serials.insert(try await show("-serial").output)
        }

        let tenant = try start([host], authority: [host])

        #expect(serials.count == 3)
        #expect(try await fetch("\(tenant.domain)/.well-known/jwks.json").contains("\"keys\""))
    }

    @Test func `an authority without its key says so`() throws {
        try FileManager.default.createDirectory(atPath: path + "/ca.key", withIntermediateDirectories: true)

        let error = #expect(throws: EmulatorError.self) {
            try TenantConfiguration.CertificateAuthority(folder: path)
        }

        #expect(error?.code == .system)
    }

    @Test func `a fault that writes bytes past the server says that it needs a tenant without TLS`() async throws {
        let tenant = try start()
        tenant.faults.set(try #require(EmulatedTenant.Fault(text: "many-headers:10")), on: "/.well-known/jwks.json")

        let text = try await fetch("\(tenant.domain)/.well-known/jwks.json")

        #expect(text == "501 This fault needs a tenant without TLS.\n")
    }
}
