import HTTPFaultServer
import HTTPMessages
import TestEvents
import Testing

@testable import LibcurlTransport

@Suite struct LostConnectionTests {
    private let transport = CurlTransport()
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    enum Loss: CaseIterable { case close, reset }

    @Test(arguments: Loss.allCases)
    func `T12: reports an unknown outcome when the connection is lost after sending`(loss: Loss) async throws {
        let server = try FaultServer { peer in
            _ = peer.readRequest()
            if loss == .reset { peer.reset() }
        }

        let failure = await transport.failure(try .post(server.url()))

        #expect(failure?.code == .outcomeUnknown)
        #expect(failure?.requestMayHaveArrived == true)
        #expect(server.requests.count == 1)
    }

    @Test(arguments: Loss.allCases, ["POST", "PATCH"])
    func `T12: never repeats a request that is not idempotent`(loss: Loss, method: String) async throws {
        let server = try FaultServer { peer in
            while let request = peer.readRequest() {
                guard request.contains("/fine") else { return loss == .reset ? peer.reset() : () }
                peer.write(Self.ok)
            }
        }
        _ = try await transport.response(.post(server.url("/fine")))

        let url = try HTTPURL(server.url("/lost"))
        let request = TransportRequest(method: TransportMethod(rawValue: method), url: url, body: [1, 2, 3])
        let failure = await transport.failure(request)

        #expect(failure?.code == .outcomeUnknown)
        #expect(server.requests.filter { $0.contains("/lost") }.count == 1)
    }

    @Test func `T12: reports an unknown outcome when a server reads a request and dies`() async throws {
        let server = try FaultServer { peer in
            while let request = peer.readRequest() {
                guard request.contains("/fine") else {
                    peer.server.close()
                    return peer.reset()
                }
                peer.write(Self.ok)
            }
        }
        _ = try await transport.response(.post(server.url("/fine")))

        // On a reused connection, so that libcurl opens another one, which no server accepts.
        let failure = await transport.failure(try .post(server.url("/last")))

        #expect(failure?.code == .outcomeUnknown)
        #expect(failure?.requestMayHaveArrived == true)
    }

    @Test func `repeats an idempotent request when a reused connection is dead`() async throws {
        let server = try FaultServer { peer in
            while let request = peer.readRequest() {
                if request.contains("/lost"), peer.index == 0 { return }
                peer.write(Self.ok)
            }
        }
        _ = try await transport.response(.get(server.url("/fine")))

        let response = try await transport.response(.get(server.url("/lost")))

        #expect(response.text == "ok")
        #expect(server.connections == 2)
    }

    @Test(.timeLimit(.minutes(30)))
    func `T12: opens another connection after the server has closed one`() async throws {
        let server = try FaultServer { peer in
            _ = peer.readRequest()
            peer.write(Self.ok)
            // On a busy machine the client's system may receive the end after the next request has begun.
            peer.waitForDelivery()
        }

        for number in 1...20 {
            #expect(try await transport.response(.post(server.url())).text == "ok")
            try await server.closures.reaches(number)
        }

        #expect(server.requests.count == 20)
        #expect(server.connections == 20)
    }

    @Test func `T12: distinguishes a request that was never sent from one that may have arrived`() async throws {
        let closed = try FaultServer { _ in }
        closed.close()
        let silent = try FaultServer { _ = $0.readRequest() }

        let refused = await transport.failure(try .post(closed.url()))
        let lost = await transport.failure(try .post(silent.url()))

        #expect(refused?.code == .connectionFailed)
        #expect(refused?.requestMayHaveArrived == false)
        #expect(
            refused?.errorDescription == "connectionFailed: \(closed.origin) accepts no connection: start the "
                + "server, or correct host and port")
        #expect(lost?.code == .outcomeUnknown)
        #expect(lost?.requestMayHaveArrived == true)
    }

    @Test func `fails with its own code when a host has no address`() async throws {
        let failure = await transport.failure(try .get("https://no-such-host.invalid/", timeout: .seconds(120)))

        #expect(failure?.code == .nameResolutionFailed)
        #expect(failure?.requestMayHaveArrived == false)
        #expect(failure?.errorDescription?.contains("no-such-host.invalid: check the spelling") == true)
    }

    @Test func `many unknown names fail one by one, and start few threads`() async {
        await #expect(processExitsWith: .success) {
            let transport = CurlTransport()
            let ends = await withTaskGroup(of: (code: TransportError.Code?, threads: Int).self) { group in
                for index in 0..<60 {
                    group.addTask {
                        let url = "https://host-\(index % 20).invalid/"
                        guard let request = try? TransportRequest.get(url, timeout: .seconds(4)) else {
                            return (nil, 0)
                        }
                        let failure = await transport.failure(request)
                        return (failure?.code, TestChild.threads.count)
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }

            #expect(ends.count == 60)
            #expect(ends.allSatisfy { $0.code == .nameResolutionFailed || $0.code == .timedOut })
            // The test runner has a few threads of its own.
            #expect(ends.allSatisfy { $0.threads < 24 })
            await TestChild.end(transport)
        }
    }

    @Test func `cancelling during name resolution completes at once`() async throws {
        for index in 0..<30 {
            let outcome = CompletionRecorder()
            let exchange = transport.send(try .get("https://slow-\(index).invalid/")) { outcome.record($0) }
            await Task.yield()
            exchange.cancel()

            let failure = await outcome.first.failure
            #expect(failure?.requestMayHaveArrived == false)
        }
    }
}
