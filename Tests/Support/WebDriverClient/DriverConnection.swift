import ByteEncodings
import HTTPMessages
import LibcurlTransport

/// One session with a driver: commands in JSON over HTTP.
///
/// - SeeAlso: [WebDriver](https://www.w3.org/TR/webdriver2/)
struct DriverConnection: Sendable {
    private let base: String
    private let transport: CurlTransport

    /// Opens a session, and with it a browser.
    init(port: Int, capabilities: [String: Any]) async throws {
        transport = CurlTransport()
        let driver = "http://127.0.0.1:\(port)/session"
        let answer = try await Self.exchange(.post, driver, ["capabilities": ["alwaysMatch": capabilities]], transport)
        guard let session = answer["sessionId"]?.string else { throw WebDriverError("no session") }
        base = "\(driver)/\(session)"
    }

    func get(_ path: String) async throws -> JSONValue {
        try await Self.exchange(.get, "\(base)/\(path)", nil, transport)
    }

    @discardableResult
    func post(_ path: String, _ body: [String: Any] = [:]) async throws -> JSONValue {
        try await Self.exchange(.post, "\(base)/\(path)", body, transport)
    }

    func delete(_ path: String) async throws {
        _ = try await Self.exchange(.delete, "\(base)/\(path)", nil, transport)
    }

    private static func exchange(
        _ method: TransportMethod, _ address: String, _ body: [String: Any]?, _ transport: CurlTransport
    ) async throws -> JSONValue {
        var request = TransportRequest(method: method, url: try HTTPURL(address), timeout: .seconds(180))
        if let body {
            var writer = JSONWriter()
            writer.write(try JSONValue(freeForm: body))
            request.body = writer.bytes
            request.fields = ["Content-Type": "application/json"]
        }
        let response = try await transport.response(to: request)
        let value = try JSONValue(parsing: response.body)["value"] ?? .null
        guard response.status == 200 else {
            throw WebDriverError(value["error"]?.string ?? "unknown", value["message"]?.string ?? "")
        }
        return value
    }
}
