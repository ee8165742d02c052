import HTTPMessages

/// Puts an answer together from what libcurl hands over, and stops it where it is too large or makes no sense.
///
/// libcurl accepts two lengths that differ, a length beside chunks, and interim answers without end; it counts no
/// body it has decoded. All of that is decided here.
struct ResponseBuilder {
    private let limits: ResponseLimits
    private var isHead = false
    private var head = ResponseHead()
    private var fields = HTTPFields()
    private var body: [UInt8] = []
    private var headerBytes = 0
    private var headerFields = 0
    private var interimResponses = 0
    private var isHeadWhole = false

    /// Why it was given up, if it was.
    private(set) var failure: TransportError?

    init(limits: ResponseLimits) { self.limits = limits }

    /// The status of the final answer, as soon as it is known.
    var status: Int? { head.status >= 200 ? head.status : nil }
    /// What the answer says it speaks.
    var isHTTP2: Bool { head.version == .two }

    /// Starts over for another request.
    mutating func begin(isHead: Bool) {
        self = ResponseBuilder(limits: limits)
        self.isHead = isHead
    }

    /// Takes one line of a head: a status line, a field, or the empty line at its end.
    ///
    /// - Returns: Whether to go on.
    mutating func receive(headerLine line: UnsafeRawBufferPointer) -> Bool {
        headerBytes += line.count
        guard headerBytes <= limits.headerBytes else {
            return give(up: .responseTooLarge, "more than \(limits.headerBytes) bytes of header fields")
        }
        if !isHeadWhole, line.starts(with: "HTTP/".utf8) { return receive(statusLine: line) }
        guard let first = line.first, first != UInt8(ascii: "\r"), first != UInt8(ascii: "\n") else {
            isHeadWhole = head.status >= 200
            return true
        }
        headerFields += 1
        guard headerFields <= limits.headerFields else {
            return give(up: .responseTooLarge, "more than \(limits.headerFields) header fields")
        }
        // Fields after the body (trailers) are counted and dropped: nothing may act on them.
        guard !isHeadWhole else { return true }
        return receive(fieldLine: line)
    }

    private mutating func receive(statusLine line: UnsafeRawBufferPointer) -> Bool {
        if head.status > 0 {
            interimResponses += 1
            guard interimResponses <= limits.interimResponses else {
                return give(up: .responseTooLarge, "more than \(limits.interimResponses) interim answers")
            }
            fields = HTTPFields()
        }
        guard let next = ResponseHead(statusLine: line) else { return give(up: .malformedResponse, "no status line") }
        head = next
        return true
    }

    private mutating func receive(fieldLine line: UnsafeRawBufferPointer) -> Bool {
        guard fields.append(line: line) else {
            return give(up: .malformedResponse, "a header field is not well formed")
        }
        guard head.read(field: line) else {
            return give(up: .malformedResponse, "two different lengths, or a length that is none")
        }
        if let length = head.contentLength, length > limits.body, !isHead {
            return give(up: .responseTooLarge, "more than \(limits.body) bytes")
        }
        return true
    }

    /// Takes a piece of the decoded body.
    ///
    /// - Returns: Whether to go on.
    mutating func receive(body bytes: UnsafeRawBufferPointer) -> Bool {
        if body.isEmpty {
            guard head.isWellFramed else { return give(up: .malformedResponse, "a length beside chunks") }
            body.reserveCapacity(min(head.contentLength ?? bytes.count, limits.body))
        }
        guard body.count + bytes.count <= limits.body else {
            return give(up: .responseTooLarge, "more than \(limits.body) bytes")
        }
        body.append(contentsOf: bytes)
        return true
    }

    private mutating func give(up code: TransportError.Code, _ detail: String) -> Bool {
        failure = TransportError(code, detail: detail, statusCode: status)
        body = []
        return false
    }

    /// What is wrong with an answer that libcurl takes for whole, if anything is.
    func problem() -> TransportError? {
        if let failure { return failure }
        guard head.status >= 200, head.isWellFramed else {
            return TransportError(.malformedResponse, detail: "no status line, or a length beside chunks")
        }
        guard !isHead, head.mayHaveBody else { return nil }
        guard head.hasKnownEnd else {
            return TransportError(.truncatedResponse, detail: "nothing tells where it ends", statusCode: head.status)
        }
        if let length = head.contentLength, !head.isEncoded, body.count != length {
            return TransportError(
                .truncatedResponse, detail: "\(body.count) of \(length) bytes", statusCode: head.status)
        }
        return nil
    }

    /// The redirect that the answer is, if it is one: 3xx with a `Location`.
    ///
    /// 304 is an answer to a condition, and a 3xx without a place to go to (300 with a list) is one to read.
    func redirect(from url: HTTPURL) -> TransportError? {
        guard (300..<400).contains(head.status), head.status != 304, let location = fields["location"] else {
            return nil
        }
        let target = RedirectTarget.origin(of: location, from: url)
        return TransportError(.unexpectedRedirect, detail: "\(head.status) to \(target)", statusCode: head.status)
    }

    /// The answer; the builder keeps nothing of it.
    mutating func take() -> HTTPResponse {
        defer { (fields, body) = (HTTPFields(), []) }
        return HTTPResponse(status: head.status, fields: fields, body: body)
    }
}
