import ByteEncodings
import HTTPMessages
package import Streams

extension Request {
    /// Sends the request and completes with its result, exactly once, for all three styles. The completion is called
    /// after this method returns, on a background thread that it may block only if the transport tolerates blocking.
    package func begin(_ completion: @escaping Completion) -> any Cancellable {
        if let replacement { return begin(replacement, completion) }
        return hasChecks ? sendAndCheck(completion) : sendAndDecode(completion)
    }

    /// Begins the work that replaces the message, or delivers the error of a validator or an invalid parameter.
    private func begin(_ replacement: Replacement, _ completion: @escaping Completion) -> any Cancellable {
        do {
            try checkBeforeSending()
            try replacement.check(endpoint, timeout: timeout)
        } catch {
            return DeliveryQueue.background.deliver(.failure(Failure(cause: error, statusCode: 0)), to: completion)
        }
        return replacement.begin(completion)
    }

    /// Sends the request and decodes the response.
    func sendAndDecode(_ completion: @escaping Completion) -> any Cancellable {
        let message: TransportRequest
        do {
            message = try self.message()
        } catch {
            return DeliveryQueue.background.deliver(.failure(Failure(cause: error, statusCode: 0)), to: completion)
        }
        let (decode, logger, transport) = (decode, client.logger, client.transport)
        let sent = SentValues(
            host: message.url.host, parameters: endpoint.parameters, headers: endpoint.headers, common: client.fields)
        let receive = { @Sendable (result: Result<TransportResponse, TransportError>) in
            // A request in progress retains its transport, which may have no other owner.
            defer { withExtendedLifetime(transport) {} }
            if let logger, case .success(let response) = result { logger.log(response) }
            guard case .success(let response) = result, response.body.count > largeBody else {
                return completion(interpreted(result, of: sent, decode))
            }
            // The transport's thread serves every transfer, so a large body is decoded on another thread.
            guard response.body.count <= TransportResponse.maximumOverwrittenBytes else {
                return DeliveryQueue.background.deliver { completion(interpreted(result, of: sent, decode)) }
            }
            let large = LargeResponse(copying: response)
            DeliveryQueue.background.deliver {
                completion(interpreted(.success(large.response), of: sent, decode))
            }
        }
        if let constraint = client.constraint, case let binding = constraint.binding(of: endpoint), binding != .none {
            let newBody = endpoint.attemptParameters.map { _ in
                { @Sendable () throws -> [UInt8] in try endpoint.forAttempt().body }
            }
            let transfer = SenderConstrainedTransfer(
                message, newBody: newBody, binding, by: constraint, of: client
            ) { end in
                switch end {
                case .received(let result): receive(result)
                case .noProof(let error, let status): completion(.failure(Failure(cause: error, statusCode: status)))
                }
            }
            transfer.start()
            return transfer
        }
        logger?.log(message)
        return TransferCancellation(exchange: transport.send(message, completion: receive))
    }
}

/// The size in bytes up to which a body is decoded on the transport's thread, which takes some tens of microseconds.
private let largeBody = 32 * 1024

/// A copy of a large response, overwritten after it was decoded; the transport overwrites its own before.
private final class LargeResponse: @unchecked Sendable {  // the body changes in deinit only
    private let (status, fields): (Int, TransportFields)
    private var body: [UInt8]

    init(copying original: TransportResponse) {
        (status, fields) = (original.status, original.fields)
        body = original.body.withUnsafeBytes { Array($0) }
    }

    deinit { body.overwrite() }

    var response: TransportResponse { TransportResponse(status: status, fields: fields, body: body) }
}

/// A handle that cancels an exchange of a transport.
private struct TransferCancellation: Cancellable {
    let exchange: any TransportExchange
    func cancel() { exchange.cancel() }
}

extension Request {
    /// Returns the message to send, the result of the second stage of the pipeline.
    func message() throws -> TransportRequest {
        try checkBeforeSending()
        if hasChecks, let problem = problemOfChecks { throw problem }
        try checkParameters()
        let endpoint = try endpoint.forAttempt()
        let isQuery = endpoint.method == .get
        let query = isQuery ? endpoint.parameters.query : ""
        return TransportRequest(
            method: endpoint.method,
            url: try url(endpoint.base.get(), endpoint.path + query),
            fields: try fields(),
            body: isQuery || endpoint.parameters.isEmpty ? [] : endpoint.body,
            timeout: timeout)
    }

    private func url(_ base: HTTPURL, _ reference: String) throws -> HTTPURL {
        do {
            return try base.appending(reference)
        } catch let error as HTTPURLError {
            throw TransportError(.invalidArgument, detail: error.detail, cause: error)
        }
    }

    private func checkBeforeSending() throws {
        if let problem = endpoint.problem { throw problem }
        for validator in validators { try validator.validate() }
    }

    /// Rejects parameters with line breaks, which a server might copy to a header or a log; no valid parameter has one.
    private func checkParameters() throws(TransportError) {
        for parameter in endpoint.parameters
        where parameter.name.hasLineBreakOrNUL || parameter.value.string?.hasLineBreakOrNUL == true {
            let detail = "the parameter \"\(parameter.name.escapedForLog)\" has a line break or a NUL in it"
            throw TransportError(.invalidArgument, detail: detail)
        }
    }

    private func fields() throws(TransportError) -> TransportFields {
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
        case .form: FormEncoding.bytes(parameters.map { ($0.name, $0.value.queryText) })
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
    /// The approximate size of the member as JSON in bytes; sufficient for strings without escapes.
    fileprivate var estimatedLength: Int {
        guard case .string(let text) = value else { return name.utf8.count + 32 }
        return name.utf8.count + text.utf8.count + 6
    }
}

extension JSONValue {
    /// The value in a query: a string as it is, any other value as JSON.
    fileprivate var queryText: String {
        if case .string(let text) = self { return text }
        return encodedText
    }
}

extension String {
    /// The percent-encoded string for a query; commas, which separate the items of lists, are not encoded.
    fileprivate var queryEncoded: String { PercentEncoding.encode(self, allowing: ",") }
}
