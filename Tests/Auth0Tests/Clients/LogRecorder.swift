import Auth0
import HTTPMessages

/// Writes down what a client tells its logger.
final class LogRecorder: Logger {
    private let (stream, inbox) = AsyncStream<String>.makeStream()

    func trace(request: HTTPRequest) {
        note("\(request.method.rawValue) \(request.url.string)", request.fields, request.body)
    }

    func trace(response: HTTPResponse) { note("\(response.status)", response.fields, response.body) }

    func trace(url: String, source: String?) { inbox.yield("\(source ?? "URL"): \(url)") }

    private func note(_ start: String, _ fields: HTTPFields, _ body: [UInt8]) {
        var text = start
        fields.forEach { text += "\n\($0): \($1)" }
        inbox.yield(text + "\n" + String(decoding: body, as: UTF8.self))
    }

    /// The next texts, once they are there.
    func next(_ count: Int) async -> [String] {
        var texts: [String] = []
        for await text in stream {
            texts.append(text)
            if texts.count == count { break }
        }
        return texts
    }
}
