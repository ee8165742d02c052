import CAuth0MicroHTTPD

/// One request and its answer while they are on the wire.
///
/// Only the server's thread touches it; the library hands it from callback to callback.
final class Exchange {
    /// How far it has come.
    enum Stage {
        case reading
        case waiting(Plan)
        case answered
    }

    static let largestBody = 1 << 20

    let target: String
    var method = ""
    var headers: [(name: String, value: String)] = []
    var body: [UInt8] = []
    var hasHeaders = false
    var isTooLarge = false
    var stage = Stage.reading

    init(target: String) { self.target = target }

    var request: HTTPRequest { HTTPRequest(method: method, target: target, headers: headers, body: body) }

    /// Takes over the fields of the request.
    func readHeaders(of connection: OpaquePointer, method: String) {
        hasHeaders = true
        self.method = method
        let exchange = Unmanaged.passUnretained(self).toOpaque()
        MHD_get_connection_values(
            connection, .HEADER_KIND,
            { exchange, _, name, value in
                guard let exchange, let name else { return .YES }
                let fields = Unmanaged<Exchange>.fromOpaque(exchange).takeUnretainedValue()
                fields.headers.append((String(cString: name), value.map { String(cString: $0) } ?? ""))
                return .YES
            }, exchange)
    }

    /// Takes over a part of the body; what is past the limit is read and dropped.
    func readBody(_ bytes: UnsafePointer<CChar>?, _ count: Int) {
        guard body.count + count <= Self.largestBody else { return isTooLarge = true }
        body.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
    }
}
