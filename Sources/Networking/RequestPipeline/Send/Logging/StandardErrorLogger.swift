public import HTTPMessages
import LinuxCLibrary
import LinuxSystemCalls

/// A logger that writes requests and responses to standard error in the format of HTTP/1.1.
public struct StandardErrorLogger: Logger {
    /// Creates a logger.
    public init() {}

    /// Writes the request line, the header fields and the body; see ``Logger``, whose parameters are the same.
    public func trace(request: TransportRequest) {
        write("\(request.method.rawValue) \(request.url.string) HTTP/1.1", request.fields, request.body)
    }

    /// Writes the status line, the header fields and the body; see ``Logger``, whose parameters are the same.
    public func trace(response: TransportResponse) {
        write("HTTP/1.1 \(response.status)", response.fields, response.body)
    }

    /// Writes the source and the URL; see ``Logger``, whose parameters are the same.
    public func trace(url: String, source: String?) { write("\(source ?? "URL"): \(url)\n") }

    private func write(_ start: String, _ fields: TransportFields, _ body: [UInt8]) {
        var text = start + "\n"
        for (name, value) in fields { text += "\(name): \(value)\n" }
        if !body.isEmpty { text += "\n\(String(decoding: body, as: UTF8.self))\n" }
        write(text + "\n")
    }

    /// Messages of several processes are not interleaved, unless standard error accepts only a part at a time.
    private func write(_ text: String) { try? OpenFile.write(Array(text.utf8), to: STDERR_FILENO) }
}
