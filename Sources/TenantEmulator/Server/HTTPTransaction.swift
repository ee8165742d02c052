import CAuth0MicroHTTPD

/// One request and its answer while they are on the wire.
///
/// Only the server's thread touches it; the library hands it from callback to callback.
final class HTTPTransaction {
    /// How far it has come.
    enum State {
        case reading
        case waiting(ResponseSchedule)
        case responded
    }

    static let largestBody = 1 << 20

    let target: String
    var method = ""
    var headers: [(name: String, value: String)] = []
    var body: [UInt8] = []
    var hasHeaders = false
    var isTooLarge = false
    var state = State.reading

    init(target: String) { self.target = target }

    var request: HTTPRequest { HTTPRequest(method: method, target: target, headers: headers, body: body) }

    /// Takes over the fields of the request.
    func readHeaders(of connection: OpaquePointer, method: String) {
        hasHeaders = true
        self.method = method
        let transaction = Unmanaged.passUnretained(self).toOpaque()
        MHD_get_connection_values(
            connection, .HEADER_KIND,
            { transaction, _, name, value in
                guard let transaction, let name else { return .YES }
                let fields = Unmanaged<HTTPTransaction>.fromOpaque(transaction).takeUnretainedValue()
                fields.headers.append((String(cString: name), value.map { String(cString: $0) } ?? ""))
                return .YES
            }, transaction)
    }

    /// Takes over a part of the body; what is past the limit is read and dropped.
    func readBody(_ bytes: UnsafePointer<CChar>?, _ count: Int) {
        guard body.count + count <= Self.largestBody else { return isTooLarge = true }
        body.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
    }
}
