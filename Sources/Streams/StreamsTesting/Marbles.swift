/// The events of a publisher as a line of text, for tests of time: `-a-[b1](c|)`, where each character is one second.
///
/// `-` is a second without an event, `|` finishes, `#` is a failure, and any other character is a value. A value of
/// several characters is in brackets; events in parentheses happen in the same second.
///
/// ```swift
/// let clock = ManualScheduler()
/// let debounced = clock.publisher("ab---c|").debounce(for: .seconds(2), scheduler: clock)
/// #expect(clock.marbles(of: debounced) == "---b--|")
/// ```
public struct Marbles: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// An event.
    public enum Event: Hashable, Sendable {
        /// A value, as text.
        case value(String)
        /// The end.
        case finished
        /// The end with a failure.
        case failed
    }

    /// An event and its time.
    public struct Moment: Hashable, Sendable {
        /// The second of the event, counted from the subscription.
        public let second: Int
        /// The event.
        public let event: Event

        /// Creates a moment.
        ///
        /// - Parameters:
        ///   - second: The second of the event, counted from the subscription.
        ///   - event: The event.
        public init(second: Int, event: Event) { (self.second, self.event) = (second, event) }
    }

    /// The events, in order.
    public private(set) var moments: [Moment] = []
    /// The length of the line in seconds.
    public private(set) var length = 0

    /// Creates a line that ends with its last event.
    ///
    /// - Parameter moments: The events, in order.
    public init(_ moments: [Moment]) {
        self.moments = moments
        length = (moments.last?.second ?? -1) + 1
    }

    /// Reads a line.
    ///
    /// - Parameter text: The text; a bracket or parenthesis that is not closed ends with the text.
    public init(stringLiteral text: String) {
        var rest = Substring(text)
        while let sign = rest.popFirst() {
            switch sign {
            case "-": break
            case "(":
                while let inner = rest.popFirst(), inner != ")" { add(inner, &rest) }
            default: add(sign, &rest)
            }
            length += 1
        }
    }

    private mutating func add(_ sign: Character, _ rest: inout Substring) {
        let event: Event
        switch sign {
        case "|": event = .finished
        case "#": event = .failed
        case "[":
            let word = rest.prefix { $0 != "]" }
            rest = rest.dropFirst(word.count + 1)
            event = .value(String(word))
        default: event = .value(String(sign))
        }
        moments.append(Moment(second: length, event: event))
    }

    /// The line as text.
    public var description: String {
        (0..<length).map { second in
            let signs = moments.filter { $0.second == second }.map(\.event.sign)
            return signs.isEmpty ? "-" : signs.count == 1 ? signs[0] : "(\(signs.joined()))"
        }.joined()
    }
}

extension Marbles.Event {
    fileprivate var sign: String {
        switch self {
        case .value(let text): text.count == 1 ? text : "[\(text)]"
        case .finished: "|"
        case .failed: "#"
        }
    }
}

/// The failure of a publisher that is written in marbles.
public struct MarbleFailure: Error, Equatable {
    /// Creates a failure.
    public init() {}
}
