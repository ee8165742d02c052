import Foundation
import FoundationNetworking
import HTTPFaultServer
import HTTPMessages
import LibcurlTransport
import Synchronization
import Testing

@testable import HTTPURLSession

/// The contract of all transports, run for each.
@Suite struct TransportContractTests {
    /// Whether this code runs inside a call of `send`.
    @TaskLocal private static var isSending = false

    enum Kind: CaseIterable {
        case curl, urlSession

        var transport: any Transport {
            switch self {
            case .curl: CurlTransport()
            case .urlSession: URLSession(configuration: .ephemeral)
            }
        }
    }

    @Test(arguments: Kind.allCases)
    func `sends method, target, fields and body, and returns status, fields and body`(kind: Kind) async throws {
        let server = try FaultServer(answering: "HTTP/1.1 418 Teapot\r\nContent-Length: 5\r\nX-Kind: a\r\n\r\nhello")
        var request = try TransportRequest.post(server.url("/token?a=b%20c"), "{}")
        request.fields.append("Bearer x", named: "Authorization")

        let response = try await kind.transport.response(request)

        #expect(response.status == 418)
        #expect(response.fields["x-kind"] == "a")
        #expect(response.text == "hello")
        let sent = try #require(server.requests.first)
        #expect(sent.hasPrefix("POST /token?a=b%20c HTTP/1.1\r\n"))
        #expect(sent.hasSuffix("\r\n\r\n{}"))
        #expect(sent.contains("Authorization: Bearer x\r\n"))
        #expect(sent.lowercased().contains("content-length: 2\r\n"))
    }

    @Test(arguments: Kind.allCases, ["GET", "POST", "PATCH", "PUT", "DELETE"])
    func `sends every method`(kind: Kind, method: String) async throws {
        let server = try FaultServer()
        let request = TransportRequest(method: TransportMethod(rawValue: method), url: try HTTPURL(server.url()))

        #expect(try await kind.transport.response(request).status == 204)
        #expect(server.requests.first?.hasPrefix(method) == true)
    }

    @Test(arguments: Kind.allCases, [301, 302, 303, 307, 308])
    func `T1: never follows a redirect`(kind: Kind, status: Int) async throws {
        let other = try FaultServer { _ = $0.readRequest() }
        let server = try FaultServer(
            answering: "HTTP/1.1 \(status) X\r\nLocation: \(other.url("/?code=SECRET"))\r\nContent-Length: 0\r\n\r\n")
        var request = try TransportRequest.post(server.url())
        request.fields.append("Bearer x", named: "Authorization")
        request.fields.append("proof", named: "DPoP")

        let failure = await kind.transport.failure(request)

        #expect(failure?.code == .unexpectedRedirect)
        #expect(failure?.statusCode == status)
        #expect(failure?.detail == "\(status) to \(other.origin)")
        #expect(other.connections == 0)
    }

    @Test(arguments: Kind.allCases)
    func `T4: keeps no cookie`(kind: Kind) async throws {
        let server = try FaultServer(answering: "HTTP/1.1 204 No Content\r\nSet-Cookie: a=b; Path=/\r\n\r\n")
        let transport = kind.transport

        for _ in 0..<3 { _ = try await transport.response(.get(server.url())) }

        #expect(!server.requests.contains { $0.lowercased().contains("cookie") })
    }

    @Test(
        .timeLimit(.minutes(30)), arguments: Kind.allCases,
        ["Bearer", "Basic realm=\"x\"", "Digest realm=\"x\", nonce=\"n\"", "Negotiate", "NTLM", "Basic"])
    func `K2 a 401 is a response like any other, whatever its challenge`(kind: Kind, challenge: String) async throws {
        let server = try FaultServer(
            answering: "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: \(challenge)\r\nContent-Length: 2\r\n\r\n{}")
        let transport = kind.transport

        for _ in 0..<3 {
            let response = try await transport.response(.post(server.url()))
            #expect(response.status == 401 && response.text == "{}")
            #expect(response.fields["www-authenticate"] == challenge)
        }
        #expect(server.requests.count == 3)
    }

    @Test(arguments: Kind.allCases)
    func `T5: stops a body past the limit`(kind: Kind) async throws {
        let server = try FaultServer { peer in
            _ = peer.readRequest()
            peer.write("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
            let piece = String(repeating: "x", count: 65536)
            for _ in 0..<160 where !peer.write(piece) { return }
        }

        #expect(await kind.transport.failure(try .get(server.url()))?.code == .responseTooLarge)
    }

    @Test(arguments: Kind.allCases)
    func `T7: refuses a body shorter than announced`(kind: Kind) async throws {
        let server = try FaultServer(endingAfter: "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")

        #expect(await kind.transport.failure(try .get(server.url()))?.code == .truncatedResponse)
    }

    @Test(arguments: Kind.allCases, ["SSH-2.0-OpenSSH_9.2\r\n", "<html>hello</html>"])
    func `T7: a response that is not HTTP is malformed, not the request`(kind: Kind, answer: String) async throws {
        let server = try FaultServer(endingAfter: answer)

        let failure = await kind.transport.failure(try .post(server.url()))

        #expect(failure?.code == .malformedResponse)
        #expect(failure?.requestMayHaveArrived == true)
    }

    @Test func `K1 T5: a deadline holds while the session reads the fields of another response`() async throws {
        let transport: any Transport = URLSession(configuration: .ephemeral)
        let server = try FaultServer()
        let request = try TransportRequest.get(server.url(), timeout: .milliseconds(100))
        let (slow, limited) = (CompletionRecorder(), CompletionRecorder())
        let before = Mutex(0)
        // FoundationNetworking takes seconds for so many fields, in which its session starts no task.
        let hostile = try FaultServer { peer in
            _ = peer.readRequest()
            peer.write("HTTP/1.1 200 OK\r\n" + String(repeating: "X: a\r\n", count: 10_000))
            _ = transport.send(request) { result in
                before.withLock { $0 = slow.count }
                limited.record(result)
            }
            peer.write("Content-Length: 0\r\n\r\n")
        }
        _ = transport.send(try .get(hostile.url()), completion: slow.record)

        let failure = await limited.first.failure

        #expect(failure == nil || failure?.code == .timedOut)
        #expect(before.withLock(\.self) == 0)
    }

    @Test(arguments: Kind.allCases)
    func `T8: refuses text that breaks out of a header field or frames the message`(kind: Kind) async throws {
        let server = try FaultServer()
        for (name, value) in [("X", "a\r\nY: b"), ("X\nY", "b"), ("Content-Length", "5"), ("Host", "elsewhere")] {
            var request = try TransportRequest.post(server.url())
            request.fields.append(value, named: name)

            #expect(await kind.transport.failure(request)?.code == .invalidArgument)
        }
        #expect(server.connections == 0)
    }

    @Test(arguments: Kind.allCases)
    func `T12: reports an unknown outcome`(kind: Kind) async throws {
        let server = try FaultServer { peer in
            _ = peer.readRequest()
            peer.reset()
        }

        let failure = await kind.transport.failure(try .post(server.url()))

        #expect(failure?.code == .outcomeUnknown)
        #expect(failure?.requestMayHaveArrived == true)
    }

    @Test(arguments: Kind.allCases)
    func `fails with its own code when no server listens`(kind: Kind) async throws {
        let failure = await kind.transport.failure(try .get("http://127.0.0.1:1/?code=SECRET"))

        #expect(failure?.code == .connectionFailed)
        #expect(failure?.requestMayHaveArrived == false)
        #expect(failure.map { String(reflecting: $0).contains("SECRET") } == false)
    }

    @Test(arguments: Kind.allCases)
    func `keeps a deadline below a second`(kind: Kind) async throws {
        let server = try FaultServer(hangingAfter: "")

        let started = ContinuousClock.now
        let failure = await kind.transport.failure(try .post(server.url(), timeout: .milliseconds(120)))

        #expect(failure?.code == .timedOut)
        #expect(ContinuousClock.now - started >= .milliseconds(119))
    }

    @Test(arguments: [true, false])
    func `a session's own intervals hold, whatever the limit of the request`(isIdleLimit: Bool) async throws {
        let server = try FaultServer(hangingAfter: "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
        let configuration = URLSessionConfiguration.ephemeral
        if isIdleLimit {
            configuration.timeoutIntervalForRequest = 0.2
        } else {
            configuration.timeoutIntervalForResource = 0.2
        }
        let transport: any Transport = URLSession(configuration: configuration)

        let started = ContinuousClock.now
        for timeout in [nil, Duration.seconds(600)] {
            let failure = await transport.failure(try .get(server.url(), timeout: timeout))

            #expect(failure?.code == .timedOut)
        }
        #expect(ContinuousClock.now - started >= .milliseconds(390))
    }

    @Test func `a session's interval for a whole exchange replaces the default of 30 seconds`() async throws {
        let (patient, request) = (URLSessionConfiguration.ephemeral, URLSessionConfiguration.ephemeral)
        patient.timeoutIntervalForResource = 300
        request.timeoutIntervalForRequest = 90
        let limit = { (configuration: URLSessionConfiguration, timeout: Duration?) throws in
            TimeLimits(of: try .get("http://127.0.0.1/", timeout: timeout), in: configuration).total
        }

        #expect(try limit(.ephemeral, nil) == .seconds(30))
        #expect(try limit(patient, nil) == .seconds(300))
        #expect(try limit(request, nil) == .seconds(90))
        #expect(try limit(patient, .seconds(7)) == .seconds(7))
        #expect(try limit(patient, .seconds(400)) == .seconds(300))
    }

    @Test(arguments: Kind.allCases)
    func `a deadline below a second is not treated as expired`(kind: Kind) async throws {
        let server = try FaultServer()

        let started = ContinuousClock.now
        let result = await kind.transport.result(try .get(server.url(), timeout: .milliseconds(900)))

        // A very busy machine may take that long.
        #expect(result.response?.status == 204 || ContinuousClock.now - started >= .milliseconds(899))
    }

    @Test(arguments: Kind.allCases)
    func `T13: completes once when it is cancelled, at any moment`(kind: Kind) async throws {
        let server = try FaultServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        let request = try TransportRequest.post(server.url())
        let transport = kind.transport

        await withTaskGroup(of: Void.self) { group in
            for task in 0..<4 {
                group.addTask {
                    for round in 0..<40 {
                        let outcome = CompletionRecorder()
                        let exchange = transport.send(request) { outcome.record($0) }
                        for _ in 0..<((round * 7 + task) % 30) { await Task.yield() }
                        exchange.cancel()
                        exchange.cancel()
                        let failure = await outcome.first.failure
                        #expect(failure == nil || failure?.code == .cancelled, "\(String(describing: failure))")
                        #expect(outcome.count == 1)
                    }
                }
            }
        }
    }

    @Test(arguments: Kind.allCases)
    func `never completes inside send`(kind: Kind) async throws {
        let transport = kind.transport
        let url = try HTTPURL("http://127.0.0.1:1/")
        let outcome = CompletionRecorder()
        let request = TransportRequest(method: TransportMethod(rawValue: "BAD METHOD"), url: url)

        Self.$isSending.withValue(true) {
            _ = transport.send(request) { result in
                // A task-local value is visible to synchronous calls only.
                #expect(!Self.isSending)
                outcome.record(result)
            }
        }

        #expect(await outcome.first.failure?.code == .invalidArgument)
    }
}
