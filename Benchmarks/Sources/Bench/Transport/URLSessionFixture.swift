import CTrust
import Foundation
import FoundationNetworking
import Harness
import LocalServer
import Synchronization

/// FoundationNetworking's `URLSession` with `JSONDecoder`, as a program without an SDK would write it.
final class URLSessionFixture: Sendable {
    private let session: URLSession
    private let request: URLRequest
    private let concurrency: Int

    init(_ endpoint: Listener, _ concurrency: Int) throws {
        if endpoint.isSecure { trust_authorities_in(try Server.bundle()) }
        let message = try Message(endpoint)
        guard let url = URL(string: message.url) else { throw UnexpectedAnswer(description: "no URL") }
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.httpBody = Data(message.body.utf8)
        for line in message.headers {
            let parts = line.split(separator: ":", maxSplits: 1)
            request.setValue(parts[1].trimmingCharacters(in: .whitespaces), forHTTPHeaderField: String(parts[0]))
        }
        self.request = request
        self.concurrency = concurrency
        session = URLSession(configuration: .ephemeral)
    }

    func run(_ requests: Int) throws { try Flight(requests, concurrency).fly(send) }

    private func send(_ done: @escaping @Sendable (Result<Void, any Error>) -> Void) {
        let task = session.dataTask(with: request) { data, response, error in
            done(
                Result {
                    if let error { throw error }
                    guard (response as? HTTPURLResponse)?.statusCode == 200, let data else {
                        throw UnexpectedAnswer(description: "\(String(describing: response))")
                    }
                    blackHole(try TokenResponse.decoder.decode(TokenResponse.self, from: data))
                })
        }
        task.resume()
    }

    static func benchmark(_ endpoint: Listener, _ concurrency: Int) -> Benchmark {
        Benchmark(
            "transport/\(endpoint)/\(concurrency)/urlsession", metric: .processorMicroseconds,
            plan: TransportBenchmarks.plan(concurrency)
        ) { run, fixture in
            try fixture.run(run.iterations)
        } setup: {
            try URLSessionFixture(endpoint, concurrency)
        }
    }
}
