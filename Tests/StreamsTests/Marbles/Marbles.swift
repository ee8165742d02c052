/// A stream as a line of text: `-a-[b1](c|)`, where each character is one second.
///
/// `-` is a second without an event, a letter, a digit or text in brackets is a value, `|` finishes and `#` is a
/// failure. Events in parentheses happen in the same second.
struct Marbles: Equatable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// An event.
    enum Event: Equatable, Sendable {
        case value(String)
        case finished
        case failed
    }

    /// An event and its time.
    struct Moment: Equatable, Sendable {
        let second: Int
        let event: Event
    }

    private(set) var moments: [Moment] = []
    /// The duration of the line in seconds.
    private(set) var length = 0

    init(_ moments: [Moment]) {
        self.moments = moments
        length = (moments.last?.second ?? -1) + 1
    }

    init(stringLiteral text: String) {
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

    var description: String {
        (0..<length).map { second in
            let signs = moments.filter { $0.second == second }.map(\.event.sign)
            return signs.isEmpty ? "-" : signs.count == 1 ? signs[0] : "(\(signs.joined()))"
        }.joined()
    }
}

extension Marbles.Event {
    var sign: String {
        switch self {
        case .value(let text): text.count == 1 ? text : "[\(text)]"
        case .finished: "|"
        case .failed: "#"
        }
    }
}
