import Dispatch
import Glibc
import LoginBrowsers
import ProgramRunner
import Testing

/// Another user of the machine, who has read `state` in the command line of the browser and sends a response.
@Suite(.enabled(if: geteuid() == 0, "only root can become another user"))
struct ForeignPeerTests {
    /// Returns whether the client in `script` is trusted, checked after the end of the script.
    private func isBelieved(as user: Int, to script: (UInt16) -> String) async throws -> Bool {
        let (answers, answer) = AsyncStream<Bool>.makeStream()
        let isOver = DispatchSemaphore(value: 0)
        let listener = try CallbackListener { callback in
            isOver.wait()
            answer.yield(callback.isFromThisUser)
            return .ignored
        }
        let program = """
            import socket, struct
            port = \(listener.port)
            request = b"GET /callback?state=good HTTP/1.1\\r\\nHost: 127.0.0.1:%d\\r\\n\\r\\n" % port
            def wait_until_left():
                # The kernel forgets whose socket it was.
                end = ":%04X" % name[1]
                while not any(l.split()[1].endswith(end) and l.split()[7] == "0" for l in open("/proc/net/tcp")): pass
            \(script(listener.port))
            """

        let run = try await ProgramRun(
            "/usr/bin/setpriv", ["--reuid=\(user)", "--clear-groups", "/usr/bin/python3", "-c", program])
        isOver.signal()

        #expect(run.status == 0, "\(String(decoding: run.errors, as: UTF8.self))")
        for await answer in answers { return answer }
        return false
    }

    @Test(arguments: [
        ("stays", "import os; os.fork() or client.recv(9999)"), ("hangs up", "client.close(); wait_until_left()"),
        ("resets", "client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0)); client.close()"),
        ("says no more", "client.shutdown(socket.SHUT_WR); import os; os.fork() or client.recv(9999)"),
    ])
    func `A7 another user is not trusted, whether connected or not`(kind: String, end: String) async throws {
        let isBelieved = try await isBelieved(as: 65534) { _ in
            """
            client = socket.create_connection(('127.0.0.1', port))
            name = client.getsockname()
            client.sendall(request)
            \(end)
            """
        }

        #expect(!isBelieved)
    }

    @Test(arguments: [
        "socket.create_connection(('127.0.0.1', port))", "mapped(port)",
    ])
    func `a browser that has sent its request and waits is trusted`(connect: String) async throws {
        let isBelieved = try await isBelieved(as: 0) { _ in
            """
            def mapped(port):
                client = socket.socket(socket.AF_INET6)
                client.connect(('::ffff:127.0.0.1', port))
                return client
            client = \(connect)
            client.sendall(request)
            client.shutdown(socket.SHUT_WR)
            import os
            os.fork() or client.recv(9999)
            """
        }

        #expect(isBelieved)
    }

    @Test func `A7 another user is not mistaken for a browser with the same port at another address`() async throws {
        var browser: Visitor?

        let isBelieved = try await isBelieved(as: 65534) { port in
            let visitor = Visitor(port: port)
            browser = visitor
            return """
                client = socket.socket()
                client.bind(('127.0.0.2', \(visitor.localPort)))
                client.connect(('127.0.0.1', port))
                client.sendall(request)
                import os
                os.fork() or client.recv(9999)
                """
        }

        #expect(!isBelieved)
        withExtendedLifetime(browser) {}
    }
}
