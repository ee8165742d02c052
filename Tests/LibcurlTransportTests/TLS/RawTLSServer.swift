import LinuxSystemCalls
import ProgramRunner

/// A server of octets: `openssl s_server` does the TLS, and a script on its own thread reads and writes.
final class RawTLSServer: @unchecked Sendable {  // the process is only used by the script's thread
    let port: UInt16
    private let process: ChildProcess

    init(_ identity: Certificates.Identity, _ script: @escaping @Sendable (RawTLSServer) -> Void) throws {
        let port = try FreePort.find()
        self.port = port
        process = try ChildProcess(
            "openssl",
            [
                "s_server", "-quiet", "-alpn", "http/1.1", "-accept", "127.0.0.1:\(port)", "-cert",
                identity.certificate,
                "-key", identity.key,
            ])
        try FreePort.waitUntilServed(port)
        _ = BackgroundThread.start(named: "tls-server") { [self] in script(self) }
    }

    var url: String { "https://127.0.0.1:\(port)/" }

    /// Kills the server, as in a crash.
    func crash() { process.stop() }

    /// Waits for octets of the client.
    func waitForMore() { _ = process.read() }
}
