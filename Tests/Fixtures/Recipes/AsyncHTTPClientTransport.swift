import AsyncHTTPClient
import HTTPMessages
import NIOCore
import NIOHTTP1

extension AsyncTransport {
    /// Creates a transport on a client with `redirectConfiguration: .disallow`.
    init(_ client: HTTPClient) {
        self.init { request in
            var message = HTTPClientRequest(url: request.url.string)
            message.method = HTTPMethod(rawValue: request.method.rawValue)
            for (name, value) in request.fields { message.headers.add(name: name, value: value) }
            if !request.body.isEmpty { message.body = .bytes(request.body) }

            let response = try await client.execute(message, timeout: .minutes(1))
            let body = try await response.body.collect(upTo: 1 << 20)

            var fields = TransportFields()
            for (name, value) in response.headers { fields.append(value, named: name) }
            return TransportResponse(
                status: Int(response.status.code), fields: fields, body: Array(body.readableBytesView))
        }
    }
}
