import Glibc
import HTTPFaultServer
import HTTPMessages
import TestEvents
import Testing

@testable import LibcurlTransport

@Suite struct LifetimeTests {
    @Test func `a released transport cancels its requests in flight`() async throws {
        let server = try FaultServer(hangingAfter: "")
        let outcomes = (0..<20).map { _ in CompletionRecorder() }
        do {
            let transport = CurlTransport()
            for outcome in outcomes { _ = transport.send(try .post(server.url())) { outcome.record($0) } }
        }

        for outcome in outcomes { #expect(await outcome.first.failure?.code == .cancelled) }
    }

    @Test func `after shutdown nothing is sent, and every request still completes`() async throws {
        let server = try FaultServer()
        let transport = CurlTransport()
        _ = try await transport.response(.get(server.url()))

        transport.shutdown()
        transport.shutdown()
        let failure = await transport.failure(try .get(server.url("/late")))

        #expect(failure == TransportError(.cancelled))
        #expect(server.requests.count == 1)
    }

    @Test func `a transport that was never used can be shut down`() async throws {
        let transport = CurlTransport()

        transport.shutdown()

        #expect(await transport.failure(try .get("http://127.0.0.1:1/"))?.code == .cancelled)
    }

    // The limit is against a hang: the test suspends several hundred times, each time behind the tests that run beside
    // it.
    @Test(.timeLimit(.minutes(30)))
    func `a shutdown during sends loses no completion`() async throws {
        let server = try FaultServer()
        let request = try TransportRequest.get(server.url())

        for _ in 0..<20 {
            let transport = CurlTransport()
            let completions = EventCounter()
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask { for _ in 0..<10 { _ = transport.send(request) { _ in completions.add() } } }
                }
                group.addTask { transport.shutdown() }
            }

            try await completions.reaches(40)
            #expect(await transport.failure(request)?.code == .cancelled)
            #expect(completions.count == 40)
        }
    }

    @Test func `a completion never runs inside send, nor while a lock of the transport is held`() async throws {
        let transport = CurlTransport()
        let isInside = SanitizerVisibleMutex(false)
        let outcome = CompletionRecorder()
        let url = try HTTPURL("http://127.0.0.1:1/")

        isInside.withLock { _ in
            for method in ["BAD METHOD", "GET"] {
                _ = transport.send(TransportRequest(method: TransportMethod(rawValue: method), url: url)) { result in
                    // Deadlocks when the completion is called from inside `send`.
                    isInside.withLock { _ in }
                    _ = transport.send(TransportRequest(method: .get, url: url)) { outcome.record($0) }
                }
            }
        }

        #expect(await outcome.first.failure?.code == .connectionFailed)
    }

    @Test(arguments: [false, true])
    func `leaves no descriptor and no thread behind, also while a transport that was shut down exists`(
        isKept: Bool
    ) async throws {
        await #expect(processExitsWith: .success) { [isKept = isKept as Bool] in
            let server = try FaultServer()
            let warmUp = CurlTransport()
            _ = try await warmUp.response(.get(server.url()))
            await TestChild.end(warmUp)
            let before = TestChild.descriptors
            var kept: [CurlTransport] = []
            for _ in 0..<20 {
                let transport = CurlTransport()
                _ = try await transport.response(.get(server.url()))
                guard isKept else { continue }
                transport.shutdown()
                kept.append(transport)
            }

            // The threads end by themselves a moment later.
            #expect(await SystemState.reaches { TestChild.transportThreads == 0 })
            #expect(await SystemState.reaches { TestChild.descriptors <= before })
            #expect(kept.count == (isKept ? 20 : 0))
        }
    }

    @Test func `a request for which no descriptor is left fails after send has returned, and the next one is sent`()
        async
    {
        await #expect(processExitsWith: .success) {
            let server = try FaultServer()
            let (transport, outcome) = (CurlTransport(), CompletionRecorder())
            let request = try TransportRequest.get(server.url())
            let isInside = SanitizerVisibleMutex(false)
            let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
            var limit = rlimit()
            getrlimit(files, &limit)
            var none = rlimit(rlim_cur: 3, rlim_max: limit.rlim_max)
            setrlimit(files, &none)

            isInside.withLock { _ in
                _ = transport.send(request) { result in
                    // Ends the process, or deadlocks, when the completion is called from inside `send`.
                    isInside.withLock { _ in }
                    outcome.record(result)
                }
            }

            #expect(await outcome.first.failure?.code == .connectionFailed)
            setrlimit(files, &limit)
            #expect(try await transport.response(request).status == 204)
            await TestChild.end(transport)
        }
    }

    @Test func `a connection that breaks during a write is an error and does not end the program`() async {
        await #expect(processExitsWith: .success) {
            signal(SIGPIPE, SIG_DFL)
            let certificates = try Certificates.shared.get()
            let transport = certificates.trustingTransport()
            for _ in 0..<10 {
                let server = try RawTLSServer(certificates.good) { server in
                    server.waitForMore()
                    server.crash()
                }
                let failure = await transport.failure(try .post(server.url, String(repeating: "x", count: 8 << 20)))
                #expect(failure?.code == .outcomeUnknown)
            }
            await TestChild.end(transport)
        }
    }

    @Test(.disabled(if: Sanitizer.isActive, "a sanitizer needs memory of its own"))
    func `T5: an endless response costs little memory, and so does one that expands`() async {
        await #expect(processExitsWith: .success) {
            let bomb = try Tool.run("sh", ["-c", "head -c 67108864 /dev/zero | gzip -9"])
            let server = try FaultServer { peer in
                guard let request = peer.readRequest(), !request.contains("GET / ") else { return }
                if request.contains("/bomb") {
                    peer.write("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(bomb.count)\r\n\r\n")
                    peer.write(bomb)
                    return
                }
                peer.write("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
                let piece = [UInt8](repeating: 0x78, count: 65536)
                while peer.write(piece) {}
            }
            let transport = CurlTransport()
            _ = await transport.failure(try .get(server.url("/")))

            let before = TestChild.peakKilobytes
            for _ in 0..<5 {
                #expect(await transport.failure(try .get(server.url("/endless")))?.code == .responseTooLarge)
                #expect(await transport.failure(try .get(server.url("/bomb")))?.code == .responseTooLarge)
            }

            #expect(TestChild.peakKilobytes - before < 8 << 10)
            await TestChild.end(transport)
        }
    }

    @Test(.disabled(if: Sanitizer.isThread, "the thread sanitizer ends a child that starts a thread"))
    func `C10: a request in a forked child fails with its own error`() async throws {
        await #expect(processExitsWith: .exitCode(42)) {
            let server = try FaultServer()
            let transport = CurlTransport()
            let request = try TransportRequest.get(server.url())
            _ = try await transport.response(request)
            exit(TestChild.status { transport.send(request, completion: $0) })
        }
    }

    @Test(.disabled(if: Sanitizer.isActive, "a sanitizer has threads and exit handlers of its own in the child"))
    func `a completion that forks leaves the connections and the thread to its process`() async {
        await #expect(processExitsWith: .success) {
            let server = try FaultServer()
            let transport = CurlTransport()
            let request = try TransportRequest.get(server.url())
            let child = SanitizerVisibleMutex<pid_t>(-1)
            let isForked = EventCounter()
            _ = transport.send(request) { _ in
                let identifier = Fork.begin()
                guard identifier != 0 else { return }
                child.withLock { $0 = identifier }
                isForked.add()
            }
            try await isForked.reaches(1)

            // The child's only thread ends when it has returned from the completion.
            let identifier = child.withLock { $0 }
            let hasEnded = await SystemState.reaches { waitpid(identifier, nil, WNOHANG) == identifier }
            #expect(hasEnded)
            if !hasEnded { kill(identifier, SIGKILL) }
            for _ in 0..<4 { #expect(try await transport.response(request).status == 204) }
            #expect(server.connections == 1)
            await TestChild.end(transport)
        }
    }
}
