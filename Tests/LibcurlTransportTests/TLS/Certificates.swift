import Foundation
import LibcurlTransport
import ProgramRunner

/// An authority and its valid and invalid certificates, created once per run by the `openssl` command.
struct Certificates {
    /// A certificate with its key, as PEM files.
    struct Identity: Sendable {
        let certificate: String
        let key: String
    }

    static let shared = Result { try Certificates() }
    private static let place = FileManager.default.temporaryDirectory.appending(
        path: "auth0-streams-\(UUID().uuidString)")

    let directory: URL
    let authority: Identity
    let otherAuthority: Identity
    let good: Identity
    let expired: Identity
    let wrongHost: Identity
    /// A certificate that names its host as the common name of its subject only.
    let commonName: Identity
    let selfSigned: Identity
    let shortKey: Identity
    let weakDigest: Identity
    let client: Identity

    private init() throws {
        let directory = Self.place
        atexit { try? FileManager.default.removeItem(at: Certificates.place) }
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let maker = Maker(directory: directory)
        self.directory = directory
        authority = try maker.authority("authority")
        otherAuthority = try maker.authority("other")
        good = try maker.signed("good", by: authority)
        expired = try maker.signed("expired", by: authority, made: "-60d")
        wrongHost = try maker.signed("wrong-host", by: authority, names: "DNS:elsewhere.example")
        commonName = try maker.signed("localhost", by: authority, names: nil)
        selfSigned = try maker.authority("self-signed", names: "IP:127.0.0.1,DNS:localhost")
        shortKey = try maker.signed("short-key", by: authority, key: ["rsa:1024"])
        weakDigest = try maker.signed("weak-digest", by: authority, key: ["rsa:2048"], digest: "-sha1")
        client = try maker.signed("client", by: authority, names: "DNS:client.example")
    }

    /// Creates a transport that trusts the authority.
    func trustingTransport() -> CurlTransport {
        CurlTransport(configuration: .init(certificateAuthorities: .file(authority.certificate)))
    }
}

private struct Maker {
    let directory: URL

    private static let curve = ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"]

    private func file(_ name: String) -> String { directory.appending(path: name).path }

    func authority(_ name: String, names: String? = nil) throws -> Certificates.Identity {
        let identity = Certificates.Identity(certificate: file("\(name).pem"), key: file("\(name).key"))
        try Tool.run(
            "openssl",
            ["req", "-x509", "-newkey"] + Self.curve + [
                "-nodes", "-keyout", identity.key, "-out", identity.certificate,
            ]
                + ["-days", "30", "-subj", "/CN=\(name)"] + (names.map { ["-addext", "subjectAltName=\($0)"] } ?? []))
        return identity
    }

    func signed(
        _ name: String, by authority: Certificates.Identity, names: String? = "IP:127.0.0.1,DNS:localhost",
        key: [String] = Self.curve, digest: String = "-sha256", made time: String = "+0d"
    ) throws -> Certificates.Identity {
        let identity = Certificates.Identity(certificate: file("\(name).pem"), key: file("\(name).key"))
        let (request, extensions) = (file("\(name).csr"), file("\(name).ext"))
        try (names.map { "subjectAltName=\($0)\n" } ?? "basicConstraints=CA:FALSE\n").write(
            toFile: extensions, atomically: true, encoding: .utf8)
        try Tool.run(
            "openssl",
            ["req", "-newkey"] + key + ["-nodes", "-keyout", identity.key, "-out", request, "-subj", "/CN=\(name)"])
        // OpenSSL 3.5 makes no certificate that has expired already; its clock is set for it.
        let words = [
            "openssl", "x509", "-req", "-in", request, "-CA", authority.certificate, "-CAkey", authority.key,
            "-CAcreateserial", "-out", identity.certificate, "-days", "30", "-extfile", extensions, digest,
        ]
        try Tool.run("env", FakeTime.environment(time).map { "\($0)=\($1)" } + words)
        return identity
    }
}
