import Auth0
import RequestPipeline
import TenantEmulator
import Testing

/// The faults of a network at every call: each is its own typed error, no response is shown, and no request is
/// repeated.
@Suite struct EndpointFaultTests {
    /// Runs every call against a tenant with a fault.
    ///
    /// - Returns: The error of each call, and the number of requests.
    private func run(
        _ fault: EmulatedTenant.Fault, _ configuration: CurlTransport.Configuration = .init()
    ) async throws -> (failures: [(call: EndpointCall, error: (any Auth0APIError)?)], requests: Int) {
        let tenant = try EmulatedTenant.start()
        defer { tenant.stop() }
        tenant.faults.set(fault, on: "/*")
        let place = EndpointCall.Place(domain: tenant.domain, transport: CurlTransport(configuration: configuration))
        var failures: [(call: EndpointCall, error: (any Auth0APIError)?)] = []
        for call in EndpointCall.all { failures.append((call, await call.failure(place))) }
        return (failures, tenant.journal.count)
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `T1 no call follows a redirect`(status: Int) async throws {
        let other = try EmulatedTenant.start()
        defer { other.stop() }

        let (failures, requests) = try await run(.redirect(to: "\(other.domain)/canary", status: status))

        for (call, error) in failures {
            #expect(error?.cause as? TransportError == TransportError(.unexpectedRedirect), "\(call.name)")
            #expect(error?.statusCode == status, "\(call.name)")
            #expect(error.map { "\($0)".contains("canary") } == false, "\(call.name)")
        }
        #expect(requests == EndpointCall.all.count)
        #expect(other.journal.isEmpty)
    }

    @Test(arguments: [
        (EmulatedTenant.Fault.endlessBody, TransportError.Code.responseTooLarge),
        (.body(Array(repeating: UInt8(ascii: " "), count: (1 << 20) + 1)), .responseTooLarge),
    ])
    func `T5 no call reads more than its limit`(fault: EmulatedTenant.Fault, code: TransportError.Code) async throws {
        let (failures, requests) = try await run(fault)

        for (call, error) in failures {
            #expect((error?.cause as? TransportError)?.code == code, "\(call.name)")
            #expect(error?.isRetryable == false, "\(call.name)")
        }
        #expect(requests == EndpointCall.all.count)
    }

    @Test func `T5 every call meets its deadline`() async throws {
        var configuration = CurlTransport.Configuration()
        configuration.timeout = .milliseconds(40)

        let (failures, _) = try await run(.hold, configuration)

        for (call, error) in failures {
            #expect(error?.cause as? TransportError == TransportError(.timedOut), "\(call.name)")
            #expect(error?.isRetryable == true, "\(call.name)")
        }
    }

    @Test(arguments: EmulatedTenant.BodyCut.allCases)
    func `T7 no call uses a part of a body`(cut: EmulatedTenant.BodyCut) async throws {
        let (failures, requests) = try await run(.truncateBody(cut))

        for (call, error) in failures {
            let isTruncated = error?.cause as? TransportError == TransportError(.truncatedResponse)
            let isMalformed = error?.cause as? ResponseError == ResponseError(.notJSON)
            #expect(isTruncated || cut == .byClose && isMalformed, "\(call.name)")
        }
        #expect(requests == EndpointCall.all.count)
    }

    private static let bodies: [([UInt8], ResponseError.Code)] = [
        (Array("<html><body>canary</body></html>".utf8), .notJSON), ([], .emptyBody), (Array(" \n".utf8), .emptyBody),
        (Array("[\"canary\"]".utf8), .unexpectedShape), (Array("\"canary\"".utf8), .unexpectedShape),
        (Array("null".utf8), .unexpectedShape), (Array("7".utf8), .unexpectedShape),
        (Array("{\"a\":\"canary\",\"a\":1}".utf8), .notJSON), (Array("{\"a\":\"canary".utf8), .notJSON),
        (Array("{\"canary\":1,}".utf8), .notJSON), (Array("\u{FEFF}{}".utf8), .notJSON),
        ("{}".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, .notJSON),
        (Array("{\"a\":\"".utf8) + [0xFF, 0x22, 0x7D], .notJSON),
        (
            Array(("{\"a\":" + String(repeating: "[", count: 99) + String(repeating: "]", count: 99) + "}").utf8),
            .notJSON
        ),
    ]

    @Test(arguments: bodies)
    func `T10 no call accepts anything but the expected JSON`(
        body: [UInt8], code: ResponseError.Code
    ) async throws {
        let (failures, requests) = try await run(.body(body, contentType: "text/html"))

        for (call, error) in failures where call.hasResult {
            #expect((error?.cause as? ResponseError)?.code == code, "\(call.name)")
            #expect(error?.statusCode == 200, "\(call.name)")
            #expect(error.map { "\($0)".contains("canary") } == false, "\(call.name)")
        }
        #expect(failures.filter { !$0.call.hasResult }.allSatisfy { $0.error == nil })
        #expect(requests == EndpointCall.all.count)
    }

    /// A text that an error may not quote, because it could be a token.
    private static let secret = "canary-0123456789-canary-0123456789"

    @Test(
        arguments: [
            (429, ["Retry-After": "7"], "{\"error\":\"slow_down\",\"code\":\"slow_down\"}"),
            (500, [:], "<p>\(secret)</p>"),
            (502, [:], ""), (503, ["Retry-After": "315360000"], "[]"), (504, ["Retry-After": "-1"], "token=canary"),
        ] as [(Int, [String: String], String)])
    func `T11 every call reports an unavailable server, after one request`(
        status: Int, fields: [String: String], body: String
    ) async throws {
        let (failures, requests) = try await run(.status(status, headers: fields, body: Array(body.utf8)))

        for (call, error) in failures {
            #expect(error?.statusCode == status, "\(call.name)")
            #expect(error?.isRetryable == true, "\(call.name)")
            #expect(error.map { "\($0)".contains("canary") } == false, "\(call.name)")
            if status == 429 { #expect(error?.retryAfter == .seconds(7), "\(call.name)") }
        }
        #expect(requests == EndpointCall.all.count)
    }

    @Test(arguments: [EmulatedTenant.Fault.closeConnection, .resetConnection, .loseResponse])
    func `T12 every call reports an unknown outcome, and is not repeated`(fault: EmulatedTenant.Fault) async throws {
        let tenant = try EmulatedTenant.start()
        defer { tenant.stop() }
        tenant.faults.set(fault, on: "/*")
        let place = EndpointCall.Place(domain: tenant.domain, transport: CurlTransport())

        for (number, call) in EndpointCall.all.enumerated() {
            let error = await call.failure(place)
            let request = tenant.journal.last
            // Repeating a read or a removal is harmless (RFC 9110 §9.2.2); repeating other requests may not be.
            let isIdempotent = request?.method == "GET" || request?.method == "DELETE"
            let expected: TransportError.Code = isIdempotent ? .truncatedResponse : .outcomeUnknown
            #expect((error?.cause as? TransportError)?.code == expected, "\(call.name)")
            #expect((error?.cause as? TransportError)?.requestMayHaveArrived == true, "\(call.name)")
            #expect(error?.isNetworkError == true, "\(call.name)")
            #expect(tenant.journal.count == number + 1, "\(call.name)")
        }
    }

    @Test func `T13 every call can be cancelled while the server is silent`() async throws {
        let tenant = try EmulatedTenant.start()
        defer { tenant.stop() }
        tenant.faults.set(.hold, on: "/*")
        // The calls end by cancellation only, however long a busy machine takes to get there.
        var configuration = CurlTransport.Configuration()
        configuration.timeout = .seconds(3_600)
        let place = EndpointCall.Place(domain: tenant.domain, transport: CurlTransport(configuration: configuration))

        for call in EndpointCall.all {
            let task = Task { await call.failure(place) }
            _ = try await tenant.nextRequest(matching: "/*")
            task.cancel()
            let error = await task.value
            #expect(error?.isCancelled == true, "\(call.name)")
            #expect(error?.isRetryable == false, "\(call.name)")
        }
    }

    @Test func `every call reports an unreachable server`() async {
        // No program without root privileges listens there, and no other test gets this port.
        let place = EndpointCall.Place(domain: "http://127.0.0.1:1", transport: CurlTransport())

        for call in EndpointCall.all {
            let error = await call.failure(place)
            #expect(error?.cause as? TransportError == TransportError(.connectionFailed), "\(call.name)")
            #expect((error?.cause as? TransportError)?.requestMayHaveArrived == false, "\(call.name)")
        }
    }
}
