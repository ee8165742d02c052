import Glibc
public import HTTPMessages

/// Writes requests and answers to standard error, as HTTP would write them.
public struct StandardErrorLogger: Logger {
    /// Makes a logger.
    public init() {}

    /// Writes the request line, the fields and the body.
    public func trace(request: HTTPRequest) {
        write("\(request.method.rawValue) \(request.url.string) HTTP/1.1", request.fields, request.body)
    }

    /// Writes the status line, the fields and the body.
    public func trace(response: HTTPResponse) {
        write("HTTP/1.1 \(response.status)", response.fields, response.body)
    }

    /// Writes where the URL goes or comes from, and the URL.
    public func trace(url: String, source: String?) { write("\(source ?? "URL"): \(url)\n") }

    private func write(_ start: String, _ fields: HTTPFields, _ body: [UInt8]) {
        var text = start + "\n"
        fields.forEach { text += "\($0): \($1)\n" }
        if !body.isEmpty { text += "\n\(String(decoding: body, as: UTF8.self))\n" }
        write(text + "\n")
    }

    /// One call for one message, so that messages of several processes do not mix.
    private func write(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let written = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
            guard written > 0 else { return }
            bytes = bytes.dropFirst(written)
        }
    }
}
