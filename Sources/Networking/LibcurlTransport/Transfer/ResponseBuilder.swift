import HTTPMessages

/// Builds a response from the data that libcurl receives, and rejects one that is too large or malformed. libcurl
/// accepts conflicting lengths, a length together with chunks, endless interim responses and any body.
struct ResponseBuilder {
    /// The maximum size in bytes that is reserved before a body arrives: the server chooses `Content-Length`.
    private static let maximumReservation = 1 << 20

    private let limits: CurlTransport.Configuration.ResponseLimits
    private let isHead: Bool
    private var head = ResponseHead()
    private var fields = TransportFields()
    private var body: [UInt8] = []
    private var headerBytes = 0
    private var headerFields = 0
    private var interimResponses = 0
    private var bodyParts = 0
    private var isHeadComplete = false

    private(set) var failure: TransportError?

    init(limits: CurlTransport.Configuration.ResponseLimits, isHead: Bool) {
        (self.limits, self.isHead) = (limits, isHead)
    }

    var status: Int? { head.status >= 200 ? head.status : nil }
    /// Whether the header is complete and the end of the connection delimits the body.
    var bodyEndsWithConnection: Bool { isHeadComplete && !isHead && head.mayHaveBody && head.endsWithConnection }

    /// Receives a line of the header: a status line, a field, or the empty line at its end. Returns whether the
    /// transfer may continue.
    mutating func receive(headerLine line: UnsafeRawBufferPointer) -> Bool {
        headerBytes += line.count
        guard headerBytes <= limits.headerBytes else {
            return fail(.responseTooLarge, "more than \(limits.headerBytes) bytes of header fields")
        }
        if !isHeadComplete, line.first == UInt8(ascii: "H"), line.starts(with: "HTTP/".utf8) {
            return receive(statusLine: line)
        }
        guard let first = line.first, first != UInt8(ascii: "\r"), first != UInt8(ascii: "\n") else {
            isHeadComplete = head.status >= 200
            return true
        }
        headerFields += 1
        guard headerFields <= limits.headerFields else {
            return fail(.responseTooLarge, "more than \(limits.headerFields) header fields")
        }
        // Trailer fields are counted and dropped.
        guard !isHeadComplete else { return true }
        return receive(fieldLine: line)
    }

    private mutating func receive(statusLine line: UnsafeRawBufferPointer) -> Bool {
        if head.status > 0 {
            interimResponses += 1
            guard interimResponses <= limits.interimResponses else {
                return fail(.responseTooLarge, "more than \(limits.interimResponses) interim responses")
            }
            fields = TransportFields()
        }
        guard let next = ResponseHead(statusLine: line) else { return fail(.malformedResponse, "no status line") }
        head = next
        return true
    }

    private mutating func receive(fieldLine line: UnsafeRawBufferPointer) -> Bool {
        guard let colon = fields.append(line: line) else {
            return fail(.malformedResponse, "a header field is not well formed")
        }
        guard head.read(field: line, colon: colon) else {
            return fail(.malformedResponse, "conflicting or invalid lengths, or a transfer coding other than chunked")
        }
        if let length = head.contentLength, length > limits.bodyBytes, !isHead {
            return fail(.responseTooLarge, "more than \(limits.bodyBytes) bytes")
        }
        return true
    }

    /// Receives a part of the decoded body. Returns whether the transfer may continue.
    mutating func receive(body bytes: UnsafeRawBufferPointer) -> Bool {
        if body.isEmpty {
            guard head.isWellFramed else { return fail(.malformedResponse, "a length together with chunks") }
            body.reserveCapacity(
                min(head.contentLength ?? bytes.count, limits.bodyBytes, Self.maximumReservation))
        }
        guard body.count + bytes.count <= limits.bodyBytes else {
            return fail(.responseTooLarge, "more than \(limits.bodyBytes) bytes")
        }
        bodyParts += 1
        guard bodyParts <= limits.bodyParts + body.count / 16 else {
            return fail(.responseTooLarge, "more than \(limits.bodyParts) parts of fewer than 16 bytes")
        }
        body.append(contentsOf: bytes)
        return true
    }

    private mutating func fail(_ code: TransportError.Code, _ detail: String) -> Bool {
        failure = TransportError(code, detail: detail, statusCode: status)
        body = []
        return false
    }

    /// Returns the error of a response that libcurl considers complete, or `nil` if it is valid.
    func problem() -> TransportError? {
        if let failure { return failure }
        guard head.status >= 200, head.isWellFramed else {
            return TransportError(.malformedResponse, detail: "no status line, or a length together with chunks")
        }
        guard !isHead, head.mayHaveBody else { return nil }
        guard head.hasKnownEnd else {
            return TransportError(
                .truncatedResponse, detail: "the end of the body is not marked", statusCode: head.status)
        }
        if let length = head.contentLength, !head.isEncoded, body.count != length {
            return TransportError(
                .truncatedResponse, detail: "\(body.count) of \(length) bytes", statusCode: head.status)
        }
        return nil
    }

    func redirect(from url: HTTPURL) -> TransportError? {
        TransportError(redirect: head.status, fields, from: url)
    }

    /// Returns the response and releases its data.
    mutating func take() -> TransportResponse {
        defer { (fields, body) = (TransportFields(), []) }
        return TransportResponse(status: head.status, fields: fields, body: body)
    }
}
