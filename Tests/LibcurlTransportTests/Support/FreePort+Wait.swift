import Glibc
import ProgramRunner

extension FreePort {
    /// Waits until somebody listens, as the kernel tells it: to knock would be to be served.
    static func waitUntilServed(_ port: UInt16) throws {
        let digits = String(port, radix: 16, uppercase: true)
        let socket = "0100007F:" + String(repeating: "0", count: 4 - digits.count) + digits + " 00000000:0000 0A"
        let deadline = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < deadline {
            guard let file = fopen("/proc/net/tcp", "re") else { throw FaultServerError() }
            defer { fclose(file) }
            var line = [CChar](repeating: 0, count: 256)
            while fgets(&line, 256, file) != nil {
                if line.withUnsafeBytes({ String(decoding: $0, as: UTF8.self) }).contains(socket) { return }
            }
            sched_yield()
        }
        throw FaultServerError()
    }
}
