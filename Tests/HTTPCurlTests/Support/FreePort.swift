import Glibc

/// A port for a program that cannot choose one by itself.
enum FreePort {
    /// A port nobody listens on, and that the system gives to nobody, for those begin at 32768.
    static func find() throws -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = UInt16.random(in: 20_000..<30_000).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) | getsockname(descriptor, $0, &size)
            }
        }
        guard status == 0 else { throw FaultServerError() }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    /// Waits until somebody listens, as the kernel tells it: to knock would be to be served.
    static func waitUntilServed(_ port: Int) throws {
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
