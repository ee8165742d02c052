import Glibc
import LinuxSystemCalls
import PostgresDatabases

/// A proxy that does the TLS for a server, and sends each answer in the largest records that TLS has, as the proxies of
/// cloud services do: PostgreSQL itself sends at most 8 KiB in one.
final class TLSProxy {
    /// The port, of 127.0.0.1.
    let port: UInt16
    private let process: Int32
    private let output: Int32

    /// Starts a proxy that has the certificate of the server.
    ///
    /// - Throws: `SystemCallError`.
    init(before server: PostgresProgram) throws {
        let ends = try SocketPair()
        output = ends.near
        let certificate = [server.folder + "/server.pem", server.folder + "/server.key"]
        var start = ProgramStart(["python3", "-c", Self.script, "\(server.port)"] + certificate)
        start.output = .descriptor(ends.far)
        process = try start.spawn()
        // So that the end of a proxy that cannot start is the end of its output.
        close(ends.far)
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = read(output, &bytes, bytes.count)
        port = UInt16(String(decoding: bytes.prefix(max(0, count)).filter { $0 > 0x20 }, as: UTF8.self)) ?? 0
    }

    deinit {
        kill(process, SIGKILL)
        ProgramEnd.wait(for: process)
        close(output)
    }

    private static let script = #"""
        import select, socket, ssl, sys, threading
        target, certificate, key = sys.argv[1:]
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        listener = socket.create_server(("127.0.0.1", 0))
        print(listener.getsockname()[1], flush=True)

        def is_whole(answer):
            # The server waits for a statement, or for the next message of SCRAM.
            return answer[-6:-1] == b"Z\0\0\0\5" or answer[:1] == b"R" and answer[8:9] in (b"\n", b"\v")

        def serve(client):
            client.recv(8)
            client.sendall(b"S")
            client = context.wrap_socket(client, server_side=True)
            server, answer = socket.create_connection(("127.0.0.1", int(target))), b""
            while True:
                if client.pending() or client in select.select([client, server], [], [])[0]:
                    data = client.recv(65536)
                    server.sendall(data)
                else:
                    data = server.recv(65536)
                    answer += data
                    if is_whole(answer):
                        client.sendall(answer)
                        answer = b""
                if not data: return

        while True:
            threading.Thread(target=serve, args=[listener.accept()[0]], daemon=True).start()
        """#
}
