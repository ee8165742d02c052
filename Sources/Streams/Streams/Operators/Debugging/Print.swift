extension Publisher {
    /// Prints a line for each subscription, request, value, completion and cancellation.
    ///
    /// ```swift
    /// _ = [1, 2].publisher
    ///     .print("numbers")
    ///     .sink { _ in }
    /// // prints numbers: receive subscription: ([1, 2])
    /// // prints numbers: request unlimited
    /// // prints numbers: receive value: (1)
    /// // prints numbers: receive value: (2)
    /// // prints numbers: receive finished
    /// ```
    ///
    /// - Parameters:
    ///   - prefix: The text that begins each line, followed by a colon; an empty prefix is left out.
    ///   - stream: The stream to write to; `nil` writes to standard output.
    /// - Returns: A publisher of the same values and the same completion.
    /// - Complexity: O(1) per value, plus the output.
    @preconcurrency
    public func print(
        _ prefix: String = "", to stream: (any TextOutputStream & Sendable)? = nil
    ) -> Publishers.Print<Self> {
        Publishers.Print(upstream: self, prefix: prefix, to: stream)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/print(_:to:)``.
    public struct Print<Upstream: Publisher>: Publisher {
        /// The type of the published values.
        public typealias Output = Upstream.Output
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The text that begins each line.
        public let prefix: String
        /// The stream to write to; `nil` writes to standard output.
        public let stream: (any TextOutputStream & Sendable)?

        /// Creates the publisher behind ``Publisher/print(_:to:)`` of `upstream`, whose parameters are the same.
        @preconcurrency
        public init(upstream: Upstream, prefix: String, to stream: (any TextOutputStream & Sendable)? = nil) {
            self.upstream = upstream
            self.prefix = prefix
            self.stream = stream
        }

        /// Attaches `subscriber` and prints every event between it and the upstream publisher.
        ///
        /// - Parameter subscriber: The subscriber to attach.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let printer = LinePrinter(prefix: prefix, stream: stream)
            let events = HandleEvents(
                upstream: upstream,
                receiveSubscription: { printer.print("receive subscription: (\($0))") },
                receiveOutput: { printer.print("receive value: (\($0))") },
                receiveCompletion: { completion in
                    switch completion {
                    case .finished: printer.print("receive finished")
                    case .failure(let failure): printer.print("receive error: (\(failure))")
                    }
                },
                receiveCancel: { printer.print("receive cancel") },
                receiveRequest: { printer.print($0.asPrinted) })
            upstream.receive(
                subscriber: HandleEvents.Inner(downstream: subscriber, events: events, name: "Print") {
                    printer.print("\($0.asPrinted) (synchronous)")
                })
        }
    }
}

extension Subscribers.Demand {
    fileprivate var asPrinted: String { "request \(max.map { "max: (\($0))" } ?? "unlimited")" }
}

/// Prints whole lines, one at a time, without holding a lock during a write.
private final class LinePrinter: @unchecked Sendable {
    // Unchecked: only the thread that owns `loop` accesses `stream`.
    private let prefix: String
    private let loop = DrainLoop()
    @exclusivity(unchecked) private var stream: (any TextOutputStream & Sendable)?

    init(prefix: String, stream: (any TextOutputStream & Sendable)?) {
        self.prefix = prefix.isEmpty ? "" : prefix + ": "
        self.stream = stream
    }

    func print(_ line: String) { loop.serialize(write(line), or: { self.write(line) }) }

    private func write(_ line: String) {
        if stream == nil { return Swift.print(prefix + line) }
        stream?.write(prefix + line + "\n")
    }
}
