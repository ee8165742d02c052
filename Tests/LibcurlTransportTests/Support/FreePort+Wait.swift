import Glibc
import HTTPFaultServer
import ProgramRunner
import TestEvents

extension FreePort {
    /// Blocks until a server listens on a port, according to the kernel: a connection would already be served.
    ///
    /// - Parameter port: The port on 127.0.0.1.
    /// - Throws: `FaultServerError` when there is no server within a minute.
    static func waitUntilServed(_ port: UInt16) throws {
        let digits = String(port, radix: 16, uppercase: true)
        let socket = "0100007F:" + String(repeating: "0", count: 4 - digits.count) + digits + " 00000000:0000 0A"
        guard SystemState.blocks(until: { isListed(socket) }) else { throw FaultServerError() }
    }

    private static func isListed(_ socket: String) -> Bool {
        guard let file = fopen("/proc/net/tcp", "re") else { return false }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, 256, file) != nil {
            if line.withUnsafeBytes({ String(decoding: $0, as: UTF8.self) }).contains(socket) { return true }
        }
        return false
    }
}
