import Foundation

/// A certificate authority created for one run, and its certificate for `127.0.0.1`.
struct Certificates {
    /// The file with only this authority.
    let authority: String
    /// The directory that contains the authority under a hashed name.
    let directory: String
    /// The file with the machine's authorities and this one, as on a machine that trusts this authority.
    let bundle: String
    let certificate: String
    let key: String

    /// Creates the files in `folder` with the openssl program; the keys are P-256, as on most API servers.
    init(in folder: URL) throws {
        func path(_ name: String) -> String { folder.appending(path: name).path }
        directory = path("authorities")
        authority = directory + "/authority.pem"
        bundle = path("bundle.pem")
        certificate = path("server.pem")
        key = path("server.key")
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "30", "-x509"]
        try openssl(
            ["req"] + curve + [
                "-subj", "/CN=Benchmark authority", "-addext", "basicConstraints=critical,CA:TRUE",
                "-addext", "keyUsage=critical,keyCertSign", "-keyout", path("authority.key"), "-out", authority,
            ])
        try openssl(
            ["req"] + curve + [
                "-subj", "/CN=127.0.0.1", "-CA", authority, "-CAkey", path("authority.key"),
                "-addext", "subjectAltName=IP:127.0.0.1", "-addext", "basicConstraints=critical,CA:FALSE",
                "-addext", "extendedKeyUsage=serverAuth", "-keyout", key, "-out", certificate,
            ])
        try openssl(["rehash", directory])
        let machine = try? Data(contentsOf: URL(filePath: "/etc/ssl/certs/ca-certificates.crt"))
        let own = try Data(contentsOf: URL(filePath: authority))
        try ((machine ?? Data()) + own).write(to: URL(filePath: bundle))
    }

    private func openssl(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/openssl")
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw LoopbackError(description: "openssl \(arguments[0]) failed with status \(process.terminationStatus)")
        }
    }
}

/// An error that says why the local server is not available.
public struct LoopbackError: Error, CustomStringConvertible {
    /// The reason, for the report.
    public let description: String
}
