import Synchronization

extension Publisher {
    /// Prints everything that happens.
    ///
    /// - Parameters:
    ///   - prefix: What each line begins with.
    ///   - stream: Where the lines go; standard output when it is left out.
    /// - Returns: A publisher of the same values.
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
        @preconcurrency
        public init(upstream: Upstream, prefix: String, to stream: (any TextOutputStream & Sendable)? = nil) {
            self.upstream = upstream
            self.prefix = prefix
            self.stream = stream
        }

        /// Attaches `subscriber`, and prints.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(
                subscriber: Inner(downstream: subscriber, printer: LinePrinter(prefix: prefix, stream: stream)))
        }
    }
}

extension Publishers.Print {
    /// The part that upstream holds.
    private struct Inner<Downstream: Subscriber>: Subscriber
    where Downstream.Input == Output, Downstream.Failure == Failure {
        let downstream: Downstream
        let printer: LinePrinter
        let upstreamSubscription: PrintSubscription

        init(downstream: Downstream, printer: LinePrinter) {
            self.downstream = downstream
            self.printer = printer
            upstreamSubscription = PrintSubscription(printer)
        }

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
            upstreamSubscription.letGo()
            switch completion {
            case .finished: printer.print("receive finished")
            case .failure(let failure): printer.print("receive error: (\(failure))")
            }
            downstream.receive(completion: completion)
        }
    }
}

/// The part of a ``Publishers/Print`` that downstream holds.
private final class PrintSubscription: UpstreamSubscription, @unchecked Sendable {  // a Mutex
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
                upstreamSubscription.letGo()?.print("receive cancel")
                upstreamSubscription.slot.cancel()
            })
    }

    override var description: String { "Print" }

    @discardableResult
    func letGo() -> LinePrinter? { printer.withLock { $0.take() } }
}

extension Subscribers.Demand {
    fileprivate var asPrinted: String { "request \(max.map { "max: (\($0))" } ?? "unlimited")" }
}

/// Prints lines, each whole, and holds no lock while the stream is at work.
private final class LinePrinter: @unchecked Sendable {
    // Unchecked: `stream` belongs to whoever holds `loop`.
    private let prefix: String
    private let loop = DrainLoop<String>()
    @exclusivity(unchecked) private var stream: (any TextOutputStream & Sendable)?

    init(prefix: String, stream: (any TextOutputStream & Sendable)?) {
        self.prefix = prefix.isEmpty ? "" : prefix + ": "
        self.stream = stream
    }

    func print(_ queue: String) {
        guard loop.enter(or: queue) else { return }
        write(queue)
        loop.leave { write($0) }
    }

    private func write(_ queue: String) {
        if stream == nil { return Swift.print(prefix + queue) }
        stream?.write(prefix + queue + "\n")
    }
}
