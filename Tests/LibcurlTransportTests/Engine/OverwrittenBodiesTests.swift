import HTTPMessages
import LibcurlTransport
import TestEvents
import Testing

/// The bodies of messages in the memory of a process, which a core file would contain.
@Suite(.enabled(if: !Sanitizer.isActive)) struct OverwrittenBodiesTests {
    /// Answers each request with its body, with upper and lower case exchanged.
    private static let server = """
        import http.server
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            def log_message(self, *arguments): pass
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"])).swapcase()
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        print(server.server_port, flush=True)
        server.serve_forever()
        """

    /// The second size is above that up to which the transport's thread decodes a body, and below that of memory of its
    /// own.
    @Test(arguments: [2_048, 48 << 10])
    func `K3 bodies of requests and responses are overwritten after use`(size: Int) async {
        await #expect(processExitsWith: .success) { [size = size as Int] in
            let process = try ChildProcess("python3", ["-c", Self.server])
            let port = try process.readPort()
            let transport = CurlTransport()
            var secrets: [MaskedBytes] = []

            for _ in 0..<4 { secrets += try await Self.exchange(size, over: transport, "http://127.0.0.1:\(port)/") }

            // The last message may be in a buffer of libcurl, which the next one fills.
            let remaining = secrets.dropLast(2).map { $0.occurrences() ?? 99 }
            #expect(remaining == [Int](repeating: 0, count: 6), "\(secrets.map { $0.occurrences() ?? 99 })")
            await TestChild.end(transport)
        }
    }

    /// Sends a secret, and returns it with the one of the response. The later parts of the same message overwrite both
    /// in the buffers of libcurl.
    private static func exchange(
        _ size: Int, over transport: CurlTransport, _ url: String
    ) async throws -> [MaskedBytes] {
        var body = (0..<size).map { _ in UInt8.random(in: 0x61...0x7A) }
        var secrets = [body[1_024..<1_072].withUnsafeBytes { MaskedBytes($0) }]
        var answer = body[1_024..<1_072].map { $0 ^ 0x20 }
        answer.withUnsafeBytes { secrets.append(MaskedBytes($0)) }
        for index in answer.indices { answer[index] = 0 }
        let address = try HTTPURL(url)
        await withCheckedContinuation { continuation in
            let request = TransportRequest(method: .post, url: address, body: consume body)
            body = []
            _ = transport.send(request) { _ in continuation.resume() }
        }
        return secrets
    }
}
