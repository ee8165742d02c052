import Foundation

/// The reason there is no complete response.
enum RawHTTPError: Error {
    case cannotConnect
    case reset
    case noResponse
    case truncated
}

/// An HTTP client with one connection for each request, which sends and returns bytes unchanged.
enum RawHTTPClient {
    /// Sends a request and parses the response after the tenant has closed the connection.
    static func exchange(port: UInt16, _ request: [UInt8]) async throws -> TestResponse {
        // The response to HEAD ends with its head.
        try parse(await bytes(port: port, request), hasBody: !request.starts(with: Array("HEAD ".utf8)))
    }

    /// Sends a request and returns every byte until the tenant closes the connection.
    static func bytes(port: UInt16, _ request: [UInt8]) async throws -> [UInt8] {
        try await withCheckedThrowingContinuation { continuation in
            // On a thread of its own: a held request must not block a thread of the pool.
            Thread.detachNewThread {
                continuation.resume(with: Result { try send(port: port, request) })
            }
        }
    }

    /// Sends a request, and returns the time until the tenant closes the connection.
    ///
    /// Measured by the thread that waits: a test may wait for seconds between two steps.
    static func time(port: UInt16, _ request: [UInt8]) async -> Duration {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(returning: ContinuousClock().measure { _ = try? send(port: port, request) })
            }
        }
    }

    /// Whether something listens on a port of `::1`.
    static func connectsToIPv6(port: UInt16) -> Bool {
        let descriptor = socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in6()
        (address.sin6_family, address.sin6_port) = (sa_family_t(AF_INET6), port.bigEndian)
        address.sin6_addr = in6addr_loopback
        return withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
            }
        } == 0
    }

    private static func send(port: UInt16, _ request: [UInt8]) throws -> [UInt8] {
        let descriptor = try connection(port: port, request)
        defer { close(descriptor) }
        return try received(descriptor)
    }

    /// Opens a connection, and sends bytes; the caller closes the descriptor.
    static func connection(port: UInt16, _ request: [UInt8] = []) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let connected = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else {
            close(descriptor)
            throw RawHTTPError.cannotConnect
        }
        var sent = 0
        while sent < request.count {
            let count = request[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { break }
            sent += count
        }
        return descriptor
    }

    /// Returns every byte until the tenant closes the connection.
    static func received(_ descriptor: Int32) throws -> [UInt8] {
        var (response, chunk): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 65_536))
        while true {
            let count = recv(descriptor, &chunk, chunk.count, 0)
            guard count >= 0 else { throw RawHTTPError.reset }
            guard count > 0 else { return response }
            response += chunk[..<count]
        }
    }

    private static func parse(_ bytes: [UInt8], hasBody: Bool) throws -> TestResponse {
        guard !bytes.isEmpty else { throw RawHTTPError.noResponse }
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { throw RawHTTPError.truncated }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        guard let status = lines[0].split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
            throw RawHTTPError.truncated
        }
        let fields = lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return (String(parts[0]), parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : "")
        }
        var response = TestResponse(
            status: status, headers: Dictionary(fields) { $1 }, body: Array(bytes[end.upperBound...]),
            cookies: fields.filter { $0.0.lowercased() == "set-cookie" }.map(\.1))
        if response.header("transfer-encoding") == "chunked" { response.body = try unchunked(response.body) }
        if let length = response.header("content-length").flatMap({ Int($0) }), hasBody,
            response.body.count != length
        {
            throw RawHTTPError.truncated
        }
        return response
    }

    private static func unchunked(_ bytes: [UInt8]) throws -> [UInt8] {
        var (rest, body): (ArraySlice<UInt8>, [UInt8]) = (bytes[...], [])
        while let line = rest.firstRange(of: Array("\r\n".utf8)) {
            guard let count = Int(String(decoding: rest[..<line.lowerBound], as: UTF8.self), radix: 16) else { break }
            if count == 0 { return body }
            rest = rest[line.upperBound...]
            guard rest.count >= count + 2 else { break }
            body += rest.prefix(count)
            rest = rest.dropFirst(count + 2)
        }
        throw RawHTTPError.truncated
    }
}
