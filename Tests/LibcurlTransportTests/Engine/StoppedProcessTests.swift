import HTTPFaultServer
import HTTPMessages
import LibcurlTransport
import Testing

/// A process that is stopped while a request is in progress, as by Ctrl-Z.
@Suite struct StoppedProcessTests {
    /// Stops its parent, which waits for a response, for the number of seconds in the path, then responds and continues
    /// the parent.
    private static let server = """
        import os, signal, socket, time
        client = os.getppid()
        threads = f"cat /proc/{client}/task/*/stat 2>&1"
        listener = socket.create_server(("127.0.0.1", 0))
        print(listener.getsockname()[1], flush=True)
        while True:
            peer, _ = listener.accept()
            try:
                while request := peer.recv(65536):
                    seconds = int(request.split()[1][1:])
                    if seconds:
                        while "(auth0-http) S" not in os.popen(threads).read(): pass
                        os.kill(client, signal.SIGSTOP)
                        time.sleep(seconds)
                    peer.sendall(b"HTTP/1.1 204 No Content\\r\\n\\r\\n")
                    os.kill(client, signal.SIGCONT)
            except ConnectionError:
                os.kill(client, signal.SIGCONT)
        """

    @Test func `a response that arrives while the process is stopped is received, although its deadline has passed`()
        async
    {
        await #expect(processExitsWith: .success) {
            let server = try ChildProcess("python3", ["-c", Self.server])
            let url = "http://127.0.0.1:\(try server.readPort())/"
            let transport = CurlTransport()
            // A busy machine may have sent nothing at the deadline: then another request has more time.
            var status: Int?
            for limit in [1, 4, 16] where status == nil {
                // libcurl has timers of its own on a new connection, and reads when one is due.
                _ = try await transport.response(.post("\(url)0"))
                let request = try TransportRequest.post("\(url)\(limit)", timeout: .seconds(limit))
                status = await transport.result(request).response?.status
            }

            #expect(status == 204)
            await TestChild.end(transport)
        }
    }
}
