import CAuth0MicroHTTPD

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
