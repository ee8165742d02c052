package import HTTPMessages
import RequestPipeline

/// A logger that records its messages as text.
package final class LogRecorder: Logger {
    private let (stream, inbox) = AsyncStream<String>.makeStream()

    /// Creates a recorder without messages.
    package init() {}

    /// Records a request.
    package func trace(request: TransportRequest) {
        note("\(request.method.rawValue) \(request.url.string)", request.fields, request.body)
    }

    /// Records a server response.
    package func trace(response: TransportResponse) { note("\(response.status)", response.fields, response.body) }

    /// Records an address.
    package func trace(url: String, source: String?) { inbox.yield("\(source ?? "URL"): \(url)") }

    private func note(_ start: String, _ fields: TransportFields, _ body: [UInt8]) {
        var text = start
        for (name, value) in fields { text += "\n\(name): \(value)" }
        inbox.yield(text + "\n" + String(decoding: body, as: UTF8.self))
    }

    /// Waits for messages.
    ///
    /// - Parameter count: The number of messages.
    /// - Returns: The next messages, in order.
    package func next(_ count: Int) async -> [String] {
        var texts: [String] = []
        for await text in stream {
            texts.append(text)
            if texts.count == count { break }
        }
        return texts
    }

    /// Waits for the messages that were logged before this call; the queue of the log keeps their order.
    ///
    /// - Returns: The messages that were not returned before, in order.
    package func all() async -> [String] {
        log(url: "end", source: "LogRecorder")
        var texts: [String] = []
        for await text in stream {
            if text == "LogRecorder: end" { break }
            texts.append(text)
        }
        return texts
    }
}
