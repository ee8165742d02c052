extension Publisher {
    /// Prints everything that happens.
    ///
    /// - Parameters:
    ///   - prefix: What each line begins with.
    ///   - stream: Where the lines go; standard output when it is left out.
    /// - Returns: A publisher of the same values.
    public func print(
        _ prefix: String = "", to stream: (any TextOutputStream & Sendable)? = nil
    ) -> Publishers.Print<Self> {
        Publishers.Print(upstream: self, prefix: prefix, to: stream)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/print(_:to:)``.
    public struct Print<Upstream: Publisher>: Publisher {
        /// The values of upstream.
        public typealias Output = Upstream.Output
        /// The failure of upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// What each line begins with.
        public let prefix: String
        /// Where the lines go.
        public let stream: (any TextOutputStream & Sendable)?

        /// Works on the values of `upstream`.
        public init(upstream: Upstream, prefix: String, to stream: (any TextOutputStream & Sendable)? = nil) {
            self.upstream = upstream
            self.prefix = prefix
            self.stream = stream
        }

        /// Attaches `subscriber`, and prints.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let printer = LinePrinter(prefix: prefix, stream: stream)
            upstream.handleEvents(
                receiveSubscription: { printer.print("receive subscription: (\($0))") },
                receiveOutput: { printer.print("receive value: (\($0))") },
                receiveCompletion: { completion in
                    switch completion {
                    case .finished: printer.print("receive finished")
                    case .failure(let failure): printer.print("receive error: (\(failure))")
                    }
                },
                receiveCancel: { printer.print("receive cancel") },
                receiveRequest: { demand in
                    printer.print("request \(demand.max.map { "max: (\($0))" } ?? "unlimited")")
                }
            ).receive(subscriber: subscriber)
        }
    }
}

/// Prints lines, each whole, and holds no lock while the stream is at work.
private final class LinePrinter: @unchecked Sendable {
    // Unchecked: `stream` belongs to whoever holds `turn`.
    private let prefix: String
    private let turn = Turn<String>()
    @exclusivity(unchecked) private var stream: (any TextOutputStream & Sendable)?

    init(prefix: String, stream: (any TextOutputStream & Sendable)?) {
        self.prefix = prefix.isEmpty ? "" : prefix + ": "
        self.stream = stream
    }

    func print(_ line: String) {
        guard turn.enter(or: line) else { return }
        write(line)
        turn.leave(write)
    }

    private func write(_ line: String) {
        if stream == nil { return Swift.print(prefix + line) }
        stream?.write(prefix + line + "\n")
    }
}
