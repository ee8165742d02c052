import Foundation
import FoundationNetworking
import Streams
import StreamsFoundation
import StreamsFoundationNetworking
import StreamsTesting
import Synchronization
import Testing

@Suite struct DataTaskPublisherTests {
    private let session: URLSession

    init() {
        let configuration = URLSessionConfiguration.ephemeral
        // A busy machine must not look like a server that does not respond.
        configuration.timeoutIntervalForRequest = 600
        session = URLSession(configuration: configuration)
    }

    @Test func `publishes the body and the head of a response, and finishes`() async throws {
        let server = try AnsweringServer { _ in AnsweringServer.response("200 OK", "hello") }
        var answers: [(data: Data, response: URLResponse)] = []
        for try await answer in session.dataTaskPublisher(for: try server.url("/a")).values { answers.append(answer) }

        #expect(answers.map { String(decoding: $0.data, as: UTF8.self) } == ["hello"])
        #expect((answers.first?.response as? HTTPURLResponse)?.statusCode == 200)
        #expect(server.requestLines == ["GET /a HTTP/1.1"])
    }

    @Test func `a response with an error status is a value`() async throws {
        let server = try AnsweringServer { _ in AnsweringServer.response("404 Not Found", "no") }
        let statuses = session.dataTaskPublisher(for: try server.url("/"))
            .map { ($0.response as? HTTPURLResponse)?.statusCode }
        var seen: [Int?] = []
        for try await status in statuses.values { seen.append(status) }

        #expect(seen == [404])
    }

    @Test func `sends the request unchanged, and its response can be decoded`() async throws {
        struct Person: Decodable, Sendable { let name: String }
        let server = try AnsweringServer { line in
            AnsweringServer.response("200 OK", line.hasPrefix("PUT /people") ? #"{"name":"Ann"}"# : "{}")
        }
        var request = URLRequest(url: try server.url("/people"))
        request.httpMethod = "PUT"
        request.httpBody = Data("x".utf8)
        let people = session.dataTaskPublisher(for: request).map(\.data).decode(
            type: Person.self, decoder: JSONDecoder())
        var names: [String] = []
        for try await person in people.values { names.append(person.name) }

        #expect(names == ["Ann"])
    }

    @Test func `fails with an error of URLSession without a response`() async throws {
        let port = try AnsweringServer { _ in "" }.port
        let url = try #require(URL(string: "http://127.0.0.1:\(port)/"))
        do throws(URLError) {
            for try await _ in session.dataTaskPublisher(for: url).values {}
            Issue.record("it did not fail")
        } catch {
            #expect(error.code != .cancelled)
        }
    }

    @Test func `sends nothing before a value is demanded, and once for each subscriber`() async throws {
        let server = try AnsweringServer { _ in AnsweringServer.response("200 OK", "") }
        let publisher = session.dataTaskPublisher(for: try server.url("/"))
        let idle = Recorder<URLSession.DataTaskPublisher.Output, URLError>(demand: .none)
        publisher.subscribe(idle)

        for try await _ in publisher.values {}
        for try await _ in publisher.values {}

        #expect(server.requestLines.count == 2 && idle.events.count == 1)
        idle.cancel()
    }

    @Test func `publishes nothing after a cancellation, even during a response`() async throws {
        let (arrivals, arrival) = AsyncStream<Void>.makeStream()
        let gate = DispatchSemaphore(value: 0)
        let server = try AnsweringServer { line in
            arrival.yield()
            if line.contains("/slow") { gate.wait() }
            return AnsweringServer.response("200 OK", "late")
        }
        let recorder = Recorder<URLSession.DataTaskPublisher.Output, URLError>()
        session.dataTaskPublisher(for: try server.url("/slow")).subscribe(recorder)
        for await _ in arrivals { break }

        recorder.cancel()
        gate.signal()
        for try await _ in session.dataTaskPublisher(for: try server.url("/next")).values {}

        #expect(recorder.events.count == 1 && recorder.subscriptionCount == 1)
    }

    @Test(.timeLimit(.minutes(30))) func `cancelling at any moment publishes a response once and whole, or not at all`()
        async throws
    {
        let (arrivals, arrival) = AsyncStream<Void>.makeStream()
        let server = try AnsweringServer { _ in
            arrival.yield()
            return AnsweringServer.response("200 OK", "x")
        }
        let publisher = session.dataTaskPublisher(for: try server.url("/"))
        let recorders = await withTaskGroup { group in
            for number in 0..<60 {
                group.addTask {
                    let recorder = Recorder<URLSession.DataTaskPublisher.Output, URLError>()
                    publisher.subscribe(recorder)
                    for _ in 0..<number { await Task.yield() }
                    recorder.cancel()
                    return recorder
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        var bodies: [Data] = []
        for try await output in publisher.values { bodies.append(output.data) }
        #expect(bodies == [Data("x".utf8)])

        // Each subscriber sends one request, which a cancellation does not end.
        for await _ in arrivals.prefix(recorders.count + 1) {}
        #expect(server.requestLines.count >= 61)
        for recorder in recorders {
            let events = recorder.events.map { event in
                switch event {
                case .subscription: "subscribed"
                case .value(let output): String(decoding: output.data, as: UTF8.self)
                case .completion(.finished): "finished"
                case .completion(.failure(let error)): "\(error)"
                }
            }
            #expect([["subscribed"], ["subscribed", "x"], ["subscribed", "x", "finished"]].contains(events))
        }
    }

    @Test func `has the properties that it was created with`() throws {
        let url = try #require(URL(string: "https://example.com/"))
        let publisher = session.dataTaskPublisher(for: url)

        #expect(publisher.request.url == url && publisher.session === session)
    }
}
