import Synchronization

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

        /// Creates a publisher that prints the events of `upstream`.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - prefix: The text that begins each line, followed by a colon; an empty prefix is left out.
        ///   - stream: The stream to write to; `nil` writes to standard output.
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
            upstream.receive(
                subscriber: Inner(
                    downstream: subscriber, printer: printer, upstreamSubscription: PrintSubscription(printer)))
        }
    }
}

extension Publishers.Print {
    /// The subscriber that the upstream publisher holds.
    private struct Inner<Downstream: Subscriber>: Subscriber
    where Downstream.Input == Output, Downstream.Failure == Failure {
        let downstream: Downstream
        let printer: LinePrinter
        let upstreamSubscription: PrintSubscription

        var combineIdentifier: CombineIdentifier { CombineIdentifier(upstreamSubscription) }

        func receive(subscription: any Subscription) {
            printer.print("receive subscription: (\(subscription))")
            upstreamSubscription.begin(subscription, downstream: downstream)
        }

        func receive(_ input: Output) -> Subscribers.Demand {
            guard upstreamSubscription.slot.isOpen else { return .none }
            printer.print("receive value: (\(input))")
            let demand = downstream.receive(input)
            if demand > .none { printer.print("\(demand.asPrinted) (synchronous)") }
            return demand
        }

        func receive(completion: Subscribers.Completion<Failure>) {
            guard upstreamSubscription.slot.end() else { return }
            upstreamSubscription.release()
            switch completion {
            case .finished: printer.print("receive finished")
            case .failure(let failure): printer.print("receive error: (\(failure))")
            }
            downstream.receive(completion: completion)
        }
    }
}

/// The subscription that the downstream subscriber holds.
private final class PrintSubscription: UpstreamSubscription, @unchecked Sendable {  // `printer` is in a Mutex
    private let printer: Mutex<LinePrinter?>

    init(_ printer: LinePrinter) {
        self.printer = Mutex(printer)
        super.init(
            request: { base, demand in
                let upstreamSubscription = unsafeDowncast(base, to: PrintSubscription.self)
                upstreamSubscription.printer.withLock { $0 }?.print(demand.asPrinted)
                upstreamSubscription.slot.request(demand)
            },
            cancel: { base in
                let upstreamSubscription = unsafeDowncast(base, to: PrintSubscription.self)
                upstreamSubscription.release()?.print("receive cancel")
                upstreamSubscription.slot.cancel()
            })
    }

    override var description: String { "Print" }

    @discardableResult
    func release() -> LinePrinter? { printer.withLock { $0.take() } }
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

    func print(_ line: String) {
        loop.serialize(write(line), or: { self.write(line) })
    }

    private func write(_ line: String) {
        if stream == nil { return Swift.print(prefix + line) }
        stream?.write(prefix + line + "\n")
    }
}
