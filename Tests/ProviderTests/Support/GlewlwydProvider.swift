import ByteEncodings
import Foundation
import HTTPMessages
import JOSE
import LibcurlTransport
import OpenID
import ProgramRunner
import Synchronization
import WebDriverClient

/// An independent provider in C: Glewlwyd, in a process of its own, with TLS under a certificate authority of its own.
///
/// One serves all tests of a process. Its only user has agreed to every client.
struct GlewlwydProvider: Sendable {
    /// The issuer.
    let issuer: String
    /// The folder of the certificates.
    private let folder: String
    /// A browser in which the user is logged in.
    private let browser: HTTPURL
    private let program: LeashedProgram

    /// A server that authenticates with ``key``, which signs its authorization requests, too.
    static let signing = "signing"
    /// A server that authenticates with an HMAC of its secret.
    static let shared = (id: "shared", secret: "a-client-secret-of-more-than-32-bytes")
    /// A server that authenticates with a certificate.
    static let certified = "certified"
    /// The redirect URI of each client.
    static let redirectURI = "http://127.0.0.1/callback"

    /// Whether there is one to ask; `make test` demands it, so that tests fail and are not skipped.
    static var isExpected: Bool {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/glewlwyd")
            || ProcessInfo.processInfo.environment["JUDGES"] == "required"
    }

    /// The key of ``signing``.
    static let key = Result { try SigningKey(generating: .es256, id: "k1") }

    /// The provider of this process, started if need be.
    static func ofProcess() async throws -> GlewlwydProvider {
        let task = starting.withLock { starting in
            let task = starting ?? Task { try await start() }
            starting = task
            return task
        }
        return try await task.value
    }

    private static let starting = Mutex<Task<GlewlwydProvider, any Error>?>(nil)

    private static func start() async throws -> GlewlwydProvider {
        let script = Checkout.path + "/Tests/Providers/glewlwyd/provider.py"
        let command = ["python3", "-B", script, try clients()]
            .map { "'\($0.replacing("'", with: #"'\''"#))'" }.joined(separator: " ")
        let (program, ready) = try await LeashedProgram.start(command) { output in
            let lines = output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            return lines.lazy.compactMap { Ready(line: $0) }.first
        }
        return GlewlwydProvider(issuer: ready.issuer, folder: ready.folder, browser: ready.browser, program: program)
    }

    private static func clients() throws -> String {
        let published = try JSONEncoder().encode(JSONWebKeySet(publishing: [try key.get()]))
        return """
            [{"id": "\(signing)", "jwks": \(String(decoding: published, as: UTF8.self)),
              "authentication": "private_key_jwt", "algorithm": "ES256"},
             {"id": "\(shared.id)", "secret": "\(shared.secret)",
              "authentication": "client_secret_jwt", "algorithm": "HS256"},
             {"id": "\(certified)", "subject": "CN=certified", "authentication": "tls_client_auth"}]
            """
    }
}

extension GlewlwydProvider {
    /// The line that the provider prints when it is ready.
    private struct Ready: Sendable {
        let issuer: String
        let folder: String
        let browser: HTTPURL

        init?(line: Substring) {
            guard let json = try? JSONValue(parsing: Array(line.utf8)), let issuer = json["issuer"]?.string,
                let folder = json["folder"]?.string, let browser = json["browser"]?.string.flatMap({ try? HTTPURL($0) })
            else { return nil }
            (self.issuer, self.folder, self.browser) = (issuer, folder, browser)
        }
    }
}

extension GlewlwydProvider {
    /// Connections that trust the provider's authority.
    ///
    /// - Parameter isCertified: Whether the client presents the certificate of ``certified``.
    /// - Returns: A transport with connections of its own.
    func session(isCertified: Bool = false) -> CurlTransport {
        var configuration = CurlTransport.Configuration(certificateAuthorities: .file(folder + "/ca.pem"))
        if isCertified {
            configuration.clientCertificate = CurlTransport.Configuration.ClientCertificate(
                certificatePath: folder + "/client.pem", keyPath: folder + "/client.key")
        }
        return CurlTransport(configuration: configuration)
    }

    /// The audience of assertions: the token endpoint, which the provider, of 2022, accepts alone.
    var audience: String { issuer + "/token" }

    /// The text of the certificate of ``certified``.
    func certificate() throws -> String { try String(contentsOfFile: folder + "/client.pem", encoding: .utf8) }

    /// The provider, by its metadata.
    func provider(isCertified: Bool = false) async throws -> OpenIDProvider {
        try await OpenIDProvider.discover(issuer, session: session(isCertified: isCertified)).start()
    }

    /// Visits an authorization URL as the user who has agreed.
    ///
    /// - Returns: The query of the redirect to the client; `nil` if the provider ends at a page of its own.
    func query(ofLoginAt address: String) async throws -> String? {
        let location = try await location(of: address + "&g_continue")
        guard location.hasPrefix(Self.redirectURI + "?") else { return nil }
        return String(location.dropFirst(Self.redirectURI.count + 1))
    }

    private func location(of address: String) async throws -> String {
        let request = TransportRequest(method: .post, url: browser, body: Array(address.utf8))
        let response = try await CurlTransport.standard.response(to: request)
        return String(decoding: response.body, as: UTF8.self)
    }
}
