import ByteEncodings
import CAuth0MicroHTTPD

/// A response, and the way its body is sent.
struct HTTPResponse: Sendable {
    enum Framing: Sendable, Hashable {
        case whole
        /// Half of the body; see ``EmulatedTenant/BodyCut``.
        case cut(EmulatedTenant.BodyCut)
        /// Spaces without end.
        case endless
    }

    var status: Int
    var headers: [(name: String, value: String)]
    var body: [UInt8]
    var framing: Framing
    /// The reason of a refusal for the journal, if the client receives less.
    var reason: String?

    init(
        _ status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = [], framing: Framing = .whole
    ) {
        (self.status, self.headers, self.body, self.framing) = (status, headers, body, framing)
    }

    static func json(_ value: JSONValue, status: Int = 200, type: String = "application/json") -> HTTPResponse {
        HTTPResponse(
            status, headers: [("Content-Type", "\(type); charset=utf-8"), ("Cache-Control", "no-store")],
            body: value.encoded)
    }

    static func text(_ text: String, status: Int = 200, type: String = "text/plain") -> HTTPResponse {
        HTTPResponse(status, headers: [("Content-Type", "\(type); charset=utf-8")], body: Array(text.utf8))
    }

    /// Returns a copy with another value of a property.
    func with<Value>(_ property: WritableKeyPath<HTTPResponse, Value>, _ value: Value) -> HTTPResponse {
        var copy = self
        copy[keyPath: property] = value
        return copy
    }

    func because(_ reason: String?) -> HTTPResponse { with(\.reason, reason) }

    /// Replaces the members of the JSON object in the body; a response without a JSON object stays as it is.
    func changed(_ change: ([String: JSONValue]) -> [String: JSONValue]) -> HTTPResponse {
        guard let members = (try? JSONValue(parsing: body))?.dictionary else { return self }
        return with(\.body, change(members).json.encoded)
    }

    func with(_ name: String, _ value: String) -> HTTPResponse {
        var copy = self
        copy.headers.append((name, value))
        return copy
    }
}

extension HTTPResponse {
    func queue(on connection: OpaquePointer) -> MHD_Result {
        guard let response = make() else { return .NO }
        defer { MHD_destroy_response(response) }
        for header in headers { MHD_add_response_header(response, header.name, header.value) }
        return MHD_queue_response(connection, UInt32(status), response)
    }

    private func make() -> OpaquePointer? {
        switch framing {
        case .whole:
            return body.withUnsafeBytes { bytes in
                MHD_create_response_from_buffer(
                    bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
            }
        case .endless:
            return MHD_create_response_from_callback(
                shim_unknown_size, 65_536,
                { _, _, buffer, maximum in
                    UnsafeMutableRawBufferPointer(start: buffer, count: maximum).initializeMemory(
                        as: UInt8.self, repeating: 32)
                    return maximum
                }, nil, nil)
        case .cut(let cut):
            let size = cut == .contentLength ? UInt64(body.count) : shim_unknown_size
            let source = Unmanaged.passRetained(CutBody(body, cut))
            let response = MHD_create_response_from_callback(
                size, 4096, CutBody.read, source.toOpaque(), CutBody.free)
            if cut == .byClose, let response { shim_end_body_by_close(response) }
            return response
        }
    }
}

/// A body that ends, with the connection, after half of its bytes.
private final class CutBody {
    private let bytes: [UInt8]
    private let end: Int

    init(_ body: [UInt8], _ cut: EmulatedTenant.BodyCut) {
        bytes = Array(body.prefix(body.count / 2))
        // Over HTTP/1.0 the body ends with the connection, so libmicrohttpd must regard this end as a success.
        end = cut == .byClose ? shim_end_body : shim_cut_body
    }

    static let free: MHD_ContentReaderFreeCallback = { body in
        if let body { Unmanaged<CutBody>.fromOpaque(body).release() }
    }

    static let read: MHD_ContentReaderCallback = { body, position, buffer, maximum in
        guard let body, let buffer else { return shim_cut_body }
        let source = Unmanaged<CutBody>.fromOpaque(body).takeUnretainedValue()
        let rest = source.bytes.dropFirst(Int(position)).prefix(maximum)
        guard !rest.isEmpty else { return source.end }
        UnsafeMutableRawBufferPointer(start: buffer, count: maximum).copyBytes(from: rest)
        return rest.count
    }
}
