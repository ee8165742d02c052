import Foundation
import HTTPFaultServer
import HTTPMessages
import LibcurlTransport
import Testing

/// Each in a process of its own, because the environment belongs to the whole process.
@Suite struct EnvironmentTests {
    private typealias Configuration = CurlTransport.Configuration

    @Test func `T4: ignores proxy variables and netrc`() async {
        await #expect(processExitsWith: .success) {
            let trap = try FaultServer { _ = $0.readRequest() }
            for name in ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] {
                setenv(name, trap.url(), 1)
            }
            let home = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: home) }
            let netrc = "machine 127.0.0.1 login canary password canary\ndefault login canary password canary\n"
            try netrc.write(to: home.appending(path: ".netrc"), atomically: true, encoding: .utf8)
            setenv("HOME", home.path, 1)
            setenv("CURL_HOME", home.path, 1)
            let server = try FaultServer(answering: "HTTP/1.1 204 No Content\r\nSet-Cookie: a=b\r\n\r\n")
            let transport = CurlTransport()

            for _ in 0..<2 { #expect(try await transport.response(.get(server.url())).status == 204) }
            _ = await transport.failure(try .get("https://127.0.0.1:1/"))

            #expect(trap.connections == 0)
            #expect(!server.requests.contains { $0.contains("Authorization") || $0.contains("Cookie") })
            await TestChild.end(transport)
        }
    }

    @Test(arguments: ["CURL_CA_BUNDLE", "SSL_CERT_FILE", "SSL_CERT_DIR"])
    func `K13 authorities that a variable names are reported with the variable`(name: String) async {
        await #expect(processExitsWith: .success) { [name] in
            for other in ["CURL_CA_BUNDLE", "SSL_CERT_FILE", "SSL_CERT_DIR"] { unsetenv(other) }
            setenv(name, "/nowhere.pem", 1)
            let transport = CurlTransport(configuration: .init(certificateAuthorities: .environment))

            let failure = await transport.failure(try .get("https://127.0.0.1:1/"))

            #expect(failure?.detail?.contains("/nowhere.pem (\(name)) cannot be read") == true)
            await TestChild.end(transport)
        }
    }

    @Test func `T4: writes no TLS secret to SSLKEYLOGFILE`() async {
        await #expect(processExitsWith: .success) {
            let certificates = try Certificates.shared.get()
            let log = certificates.directory.appending(path: "keylog")
            setenv("SSLKEYLOGFILE", log.path, 1)
            let server = try TLSServer(certificates.good)
            let transport = certificates.trustingTransport()

            #expect(try await transport.response(.get(server.url())).status == 200)

            var status = stat()
            #expect(stat(log.path, &status) != 0 || status.st_size == 0)
            await TestChild.end(transport)
        }
    }

    @Test func `T4: takes neither authorities nor TLS settings from the environment`() async {
        await #expect(processExitsWith: .success) {
            let certificates = try Certificates.shared.get()
            let config = certificates.directory.appending(path: "openssl.cnf")
            let text = """
                openssl_conf = a
                [a]
                ssl_conf = b
                [b]
                system_default = c
                [c]
                MinProtocol = TLSv1
                MaxProtocol = TLSv1.1
                CipherString = DEFAULT@SECLEVEL=0
                """
            try text.write(to: config, atomically: true, encoding: .utf8)
            let server = try TLSServer(certificates.good)
            let weak = try TLSServer(certificates.shortKey, ["-cipher", "DEFAULT@SECLEVEL=0"])
            setenv("OPENSSL_CONF", config.path, 1)
            for name in ["SSL_CERT_FILE", "CURL_CA_BUNDLE"] { setenv(name, certificates.authority.certificate, 1) }
            let trusting = certificates.trustingTransport()

            #expect(try await trusting.response(.get(server.url())).status == 200)
            #expect(await trusting.failure(try .get(weak.url()))?.tlsReason == .weakCertificate)
            #expect(await CurlTransport().failure(try .get(server.url()))?.tlsReason == .unknownAuthority)
            await TestChild.end(trusting)
        }
    }

    @Test func `takes authorities and proxy from the environment on request`() async {
        await #expect(processExitsWith: .success) {
            for name in [
                "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy", "NO_PROXY", "no_proxy", "CURL_CA_BUNDLE",
            ] {
                unsetenv(name)
            }
            setenv("SSL_CERT_FILE", "/file.pem", 1)
            setenv("SSL_CERT_DIR", "", 1)
            #expect(Configuration.CertificateAuthorities.environment == .file("/file.pem"))
            setenv("CURL_CA_BUNDLE", "/bundle.pem", 1)
            #expect(Configuration.CertificateAuthorities.environment == .file("/bundle.pem"))

            #expect(Configuration.Proxy.environment == nil)
            setenv("ALL_PROXY", "proxy.example:3128", 1)
            #expect(try Configuration.Proxy.environment == Configuration.Proxy("http://proxy.example:3128"))
            setenv("https_proxy", "https://us%65r:p%40ss@proxy.example:8443/", 1)
            setenv("NO_PROXY", "internal.example, 10.0.0.0/8", 1)
            let proxy = try Configuration.Proxy(
                "https://proxy.example:8443", username: "user", password: "p@ss",
                exceptions: ["internal.example", "10.0.0.0/8"])
            #expect(Configuration.Proxy.environment == proxy)
            #expect(!"\(proxy)\(String(reflecting: proxy))".contains("p@ss"))
        }
    }

    @Test(arguments: ["no_proxy", "NO_PROXY"])
    func `K13 a control character in the exceptions of the environment is not a malformed proxy`(name: String) async {
        await #expect(processExitsWith: .success) { [name] in
            for other in ["no_proxy", "NO_PROXY"] { unsetenv(other) }
            setenv("https_proxy", "http://proxy.example:3128", 1)
            setenv(name, "internal.example,a\u{1}b", 1)

            let failure = await CurlTransport { $0.proxy = .environment }.failure(try .get("http://127.0.0.1:1/"))

            #expect(failure?.code == .invalidArgument)
            #expect(failure?.detail == "the environment variable \(name) has a control character")
        }
    }

    @Test func `an escape in the password of a proxy has two hexadecimal digits`() async {
        await #expect(processExitsWith: .success) {
            for (text, password) in [
                ("a%2Bb", "a+b"), ("%+1%-0", "%+1%-0"), ("%4", "%4"), ("%zz%", "%zz%"), ("a:b", "a:b"),
            ] {
                setenv("https_proxy", "http://user:\(text)@proxy.example:3128", 1)
                unsetenv("no_proxy")
                unsetenv("NO_PROXY")
                let proxy = try Configuration.Proxy("http://proxy.example:3128", username: "user", password: password)
                #expect(Configuration.Proxy.environment == proxy, "\(text)")
            }
        }
    }

    @Test func `K13 a malformed proxy of the environment fails each request, and its variable is named`() async {
        await #expect(processExitsWith: .success) {
            for name in ["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"] { unsetenv(name) }
            // Characters that form one with the separator before or after them are part of the host.
            for value in [
                "http://[bad", "ftp://proxy.example", "http://proxy.example:99999", "http://u:SECRET@a b",
                "http://u:SECRET@\u{301}proxy.example", "http://proxy.example\u{600}/",
            ] {
                setenv("https_proxy", value, 1)
                let transport = CurlTransport { $0.proxy = .environment }

                let failure = await transport.failure(try .get("http://127.0.0.1:1/"))

                #expect(failure?.code == .invalidArgument)
                #expect(failure?.detail == "the environment variable https_proxy is not the address of a proxy")
                #expect(transport.configuration.proxy?.description.contains("SECRET") == false)
            }
        }
    }
}
