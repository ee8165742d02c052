import Glibc
import HTTPFaultServer
import HTTPMessages
import LibcurlTransport
import Testing

/// Bodies over TLS whose end only the end of the connection marks. An attacker in the network can end a TCP connection,
/// but cannot send the `close_notify` alert (RFC 8446 §6.1).
@Suite struct CloseNotifyTests {
    private let certificates: Certificates
    private let transport: CurlTransport

    init() throws {
        certificates = try Certificates.shared.get()
        transport = certificates.trustingTransport()
    }

    @Test(
        arguments: ["HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n", "HTTP/1.0 200 OK\r\n\r\n"],
        ["{\"a\":1}", "{\"a\":", ""])
    func `B15: a body without an authenticated end is truncated, even if it looks whole`(head: String, body: String)
        async throws
    {
        let server = try ClosingServer(certificates.good, answer: head + body, notifies: false)

        let failure = await transport.failure(try .get(server.url))

        #expect(failure?.code == .truncatedResponse)
        #expect(failure?.statusCode == 200)
    }

    @Test(arguments: [(TransportMethod.get, 204), (.get, 304), (.head, 200)])
    func `a response without a body needs no authenticated end of the connection`(
        method: TransportMethod, status: Int
    ) async throws {
        let answer = "HTTP/1.1 \(status) Status\r\nConnection: close\r\n\r\n"
        let server = try ClosingServer(certificates.good, answer: answer, notifies: false)

        for _ in 0..<3 {
            let request = TransportRequest(method: method, url: try HTTPURL(server.url))
            #expect(try await transport.response(request).status == status)
        }
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nwhole", true), ("HTTP/1.0 200 OK\r\n\r\nwhole", true),
        ("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n", true),
        ("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 5\r\n\r\nwhole", true),
        ("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 5\r\n\r\nwhole", false),
        (
            "HTTP/1.1 200 OK\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nwhole\r\n0\r\n\r\n",
            false
        ),
    ])
    func `B15: a body whose end is authenticated, or that marks its own end, is accepted`(
        answer: String, notifies: Bool
    ) async throws {
        let server = try ClosingServer(certificates.good, answer: answer, notifies: notifies)

        for _ in 0..<3 {
            let text = try await transport.response(.get(server.url)).text
            #expect(text == (answer.contains("whole") ? "whole" : ""))
        }
    }
}

/// The memory of connections whose end is observed.
@Suite struct ReleasedConnectionTests {
    /// libcurl frees the methods of its connection's BIO with the connection: who frees the connection later reads
    /// them.
    @Test(arguments: [true, false])
    func `B15: the connection that ended is not used after libcurl freed it`(notifies: Bool) async {
        await #expect(processExitsWith: .success) { [notifies] in
            try #require(Self.overwritesFreedMemory())
            let certificates = try Certificates.shared.get()
            let transport = certificates.trustingTransport()
            let answer = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nwhole"
            let server = try ClosingServer(certificates.good, answer: answer, notifies: notifies)

            for _ in 0..<3 {
                let result = await transport.result(try .get(server.url))
                #expect(result.failure?.code == (notifies ? nil : .truncatedResponse))
                #expect((try? result.get().text) == (notifies ? "whole" : nil))
            }
            await TestChild.end(transport)
        }
    }

    /// Makes OpenSSL overwrite what it frees, so that a use of it ends the process instead of finding what was there.
    ///
    /// - Returns: Whether OpenSSL accepted it: it has allocated nothing yet.
    private static func overwritesFreedMemory() -> Bool {
        typealias Allocate = @convention(c) (Int, UnsafePointer<CChar>?, Int32) -> UnsafeMutableRawPointer?
        typealias Reallocate =
            @convention(c) (UnsafeMutableRawPointer?, Int, UnsafePointer<CChar>?, Int32) -> UnsafeMutableRawPointer?
        typealias Free = @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, Int32) -> Void
        typealias Set = @convention(c) (Allocate, Reallocate, Free) -> Int32
        guard size != nil, let symbol = dlsym(nil, "CRYPTO_set_mem_functions") else { return false }
        return unsafeBitCast(symbol, to: Set.self)(
            { count, _, _ in malloc(count) }, { bytes, count, _, _ in realloc(bytes, count) },
            { bytes, _, _ in
                if let bytes, let size = ReleasedConnectionTests.size { memset(bytes, 0xA5, size(bytes)) }
                free(bytes)
            }) == 1
    }

    /// `malloc_usable_size`, which the module Glibc does not import.
    private static let size = unsafeBitCast(
        dlsym(nil, "malloc_usable_size"), to: (@convention(c) (UnsafeMutableRawPointer) -> Int)?.self)
}

/// A TLS server that answers each request with the same octets and ends the connection, with or without `close_notify`.
private final class ClosingServer {
    let url: String
    private let process: ChildProcess

    init(_ identity: Certificates.Identity, answer: String, notifies: Bool) throws {
        process = try ChildProcess(
            "python3", ["-c", Self.script, identity.certificate, identity.key, answer, notifies ? "notify" : "cut"])
        url = "https://127.0.0.1:\(try process.readPort())/"
    }

    private static let script = """
        import socket, ssl, sys
        certificate, key, answer, end = sys.argv[1:]
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        listener = socket.create_server(("127.0.0.1", 0))
        print(listener.getsockname()[1], flush=True)
        while True:
            connection = context.wrap_socket(listener.accept()[0], server_side=True)
            connection.recv(65536)
            connection.sendall(answer.encode())
            if end == "notify":
                # The peer may have closed its side already.
                try: connection.unwrap()
                except OSError: pass
            connection.close()
        """
}
