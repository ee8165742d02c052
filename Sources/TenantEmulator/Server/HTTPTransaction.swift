import CAuth0MicroHTTPD
import LinuxCLibrary

/// A request and its response while they are sent over a connection.
///
/// Only the server's thread uses it; libmicrohttpd passes it from callback to callback.
final class HTTPTransaction {
    enum State {
        case reading
        case waiting(DelayedAnswer)
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

    private var client: String?

    var request: HTTPRequest {
        HTTPRequest(method: method, target: target, headers: headers, body: body, client: client)
    }

    func readHeaders(of connection: OpaquePointer, method: String) {
        hasHeaders = true
        self.method = method
        client = Self.client(of: connection)
        headers.reserveCapacity(16)
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

    private static func client(of connection: OpaquePointer) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            return shim_client(connection, start, socklen_t(buffer.count)).map { String(cString: $0) }
        }
    }

    /// Appends a part of the body; bytes beyond the limit are dropped.
    func readBody(_ bytes: UnsafePointer<CChar>?, _ count: Int) {
        guard body.count + count <= Self.largestBody else { return isTooLarge = true }
        body.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
    }
}
