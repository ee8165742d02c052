import ByteEncodings
import HTTPMessages
package import Streams

extension Request {
    /// Sends the request: the one way from a description to its result, whatever the style.
    ///
    /// - Parameter completion: Called exactly once, never from inside this call, on a background thread: the transport's,
    ///   which it may block only if the transport tolerates it, or one of the SDK.
    /// - Returns: Cancels what is under way; `completion` is called all the same.
    package func begin(
        _ completion: @escaping @Sendable (Result<Value, Failure>) -> Void
    ) -> any Cancellable {
        if let answer { return begin(answer, completion) }
        return check.map { begin($0, completion) } ?? exchange(completion)
    }

    /// Delivers what is known already, unless a validator or a parameter says no.
    private func begin(
        _ answer: Answer, _ completion: @escaping @Sendable (Result<Value, Failure>) -> Void
    ) -> any Cancellable {
        let result = Result { try checkBeforeSending() }.mapError { Failure(cause: $0, statusCode: 0) }
            .flatMap { answer.result }
        DeliveryQueue.background.deliver { completion(result) }
        return Work()
    }

    /// Sends the request and decodes its answer.
    func exchange(_ completion: @escaping @Sendable (Result<Value, Failure>) -> Void) -> any Cancellable {
        let message: HTTPRequest
        do {
            message = try self.message()
        } catch {
            let failure = Failure(cause: error, statusCode: 0)
            DeliveryQueue.background.deliver { completion(.failure(failure)) }
            return Work()
        }
        let (decode, logger, transport) = (decode, client.logger, client.transport)
        let receive = { @Sendable (result: Result<HTTPResponse, TransportError>) in
            // A request under way keeps its transport, which nobody else may hold.
            defer { withExtendedLifetime(transport) {} }
            if let logger, case .success(let response) = result { logger.log(response) }
            guard case .success(let response) = result, response.body.count > largeBody else {
                return completion(interpreted(result, decode))
            }
            // The transport's thread serves every transfer: what takes long to decode is decoded elsewhere.
            DeliveryQueue.background.deliver { completion(interpreted(result, decode)) }
        }
        if let constraint = client.constraint, case let binding = constraint.binding(of: endpoint), binding != .none {
            let exchange = BoundExchange(message, binding, by: constraint, of: client) { end in
                switch end {
                case .response(let result): receive(result)
                case .noProof(let error): completion(.failure(Failure(cause: error, statusCode: 0)))
                }
            }
            exchange.start()
            return exchange
        }
        logger?.log(message)
        return ExchangeInFlight(exchange: transport.send(message, completion: receive))
    }
}

/// The size in bytes up to which an answer is decoded where it arrived: some tens of microseconds.
private let largeBody = 32 * 1024

private struct ExchangeInFlight: Cancellable {
    let exchange: any Exchange
    func cancel() { exchange.cancel() }
}

extension Request {
    /// The second stage: the description as it will go over the wire.
    ///
    /// - Throws: Why it must not be sent. Nothing has been sent then.
    func message() throws -> HTTPRequest {
        try checkBeforeSending()
        if let problem = check?.problem { throw problem }
        try checkParameters()
        let isQuery = endpoint.method == .get
        let query = isQuery ? endpoint.parameters.query : ""
        return HTTPRequest(
            method: endpoint.method,
            url: try endpoint.base.get().appending(endpoint.path + query),
            fields: try fields(),
            body: isQuery || endpoint.parameters.isEmpty ? [] : endpoint.body)
    }

    private func checkBeforeSending() throws {
        if let problem = endpoint.problem { throw problem }
        for validator in validators { try validator.validate() }
    }

    /// No protocol parameter has a line in it, and a server that builds a header or a log line of one is not ours to trust.
    private func checkParameters() throws(TransportError) {
        for case let parameter in endpoint.parameters {
            guard case .string(let text) = parameter.value else { continue }
            if text.hasLineBreakOrNUL {
                let detail = "the parameter \"\(parameter.name.escapedForLog)\" has a line break or a NUL in it"
                throw TransportError(.invalidArgument, detail: detail)
            }
        }
    }

    private func fields() throws(TransportError) -> HTTPFields {
        var fields = client.fields
        if endpoint.encoding == .form { fields["Content-Type"] = "application/x-www-form-urlencoded" }
        for (name, value) in endpoint.headers
        where name.lowercased() != client.reservedField {
            fields[name] = value
        }
        if let name = fields.firstInvalidName {
            let detail = "the header field \"\(name.escapedForLog)\" is not well formed"
            throw TransportError(.invalidArgument, detail: detail)
        }
        return fields
    }
}

extension Endpoint {
    fileprivate var body: [UInt8] {
        switch encoding {
        case .json: parameters.body
        case .form: Array(FormEncoding.encode(parameters.map { ($0.name, $0.value.queryText) }).utf8)
        }
    }
}

extension [JSONValue.Member] {
    fileprivate var body: [UInt8] {
        var writer = JSONWriter(capacity: reduce(64) { $0 + $1.estimatedLength })
        writer.write(members: self)
        return writer.bytes
    }

    fileprivate var query: String {
        isEmpty ? "" : "?" + map { "\($0.name.queryEncoded)=\($0.value.queryText.queryEncoded)" }.joined(separator: "&")
    }
}

extension JSONValue.Member {
    /// How many bytes the member takes as JSON, about: enough for texts without escapes.
    fileprivate var estimatedLength: Int {
        guard case .string(let text) = value else { return name.utf8.count + 32 }
        return name.utf8.count + text.utf8.count + 6
    }
}

extension JSONValue {
    /// The value as it stands in a query: texts as they are, everything else as JSON.
    fileprivate var queryText: String {
        if case .string(let text) = self { return text }
        var writer = JSONWriter()
        writer.write(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

extension String {
    fileprivate var hasLineBreakOrNUL: Bool {
        let find = { (bytes: UnsafeBufferPointer<UInt8>) in
            bytes.contains { $0 == 0x0D || $0 == 0x0A || $0 == 0 }
        }
        return utf8.withContiguousStorageIfAvailable(find) ?? Array(utf8).withUnsafeBufferPointer(find)
    }

    /// The text inside a query; commas, which lists are joined by, stay readable.
    fileprivate var queryEncoded: String { PercentEncoding.encode(self, allowing: ",") }
}
