import FoundationEssentials
import OpenID
import RequestPipeline
import Synchronization

/// The record of one copy of a login: how it was made, whether it was started, and which copies of it were dropped.
///
/// A login of Auth0.swift 2.x is an object, which `_ = login.audience("…")` changes. Here that line makes a copy and
/// drops it. A copy counts as dropped if its record is released immediately, and neither it nor a copy of it was
/// started. A copy that the program kept for a while was an alternative, and so was a copy that existed while another
/// one was started.
final class CopyRecord: Sendable {
    private struct State {
        var isUsed = false
        var dropped: [DroppedCopy] = []
    }

    /// A copy that was dropped, with the copies of it.
    private struct DroppedCopy: Equatable {
        /// The settings of the first modifier; see ``CopyRecord/settings``.
        let settings: Set<String>
        let modifiers: [String]
    }

    /// The maximum lifetime of a copy that exists only within one statement.
    private static let statement = Duration.milliseconds(10)
    /// The memory limits for a login that the program changes repeatedly.
    private static let (maximumDepth, maximumDropped) = (64, 16)

    private let modifier: String
    /// The settings that another call of the modifier replaces: each name for a modifier that adds values by name, and
    /// otherwise the modifier itself.
    private let settings: Set<String>
    private let depth: Int
    /// The copy from which this one was made; `nil` for a new login, and beyond the maximum depth.
    private let original: CopyRecord?
    /// Counts the starts of the login and of all of its copies.
    private let starts: Starts
    private let startsBefore: Int
    private let time: TimeSource
    private let created: Duration
    private let state = Mutex(State())

    private final class Starts: Sendable { let count = Atomic(0) }

    private init(
        _ modifier: String, _ settings: Set<String>, of original: CopyRecord?, starts: Starts, time: TimeSource
    ) {
        (self.modifier, self.settings) = (modifier, settings)
        (self.original, self.starts, self.time) = (original, starts, time)
        depth = original.map { $0.depth + 1 } ?? 0
        startsBefore = starts.count.load(ordering: .relaxed)
        created = time.uptime
    }

    /// Creates the record of a new login.
    convenience init() { self.init("", [], of: nil, starts: Starts(), time: .system) }

    /// Returns the record of a changed copy, see ``Auth0WebAuth/changed(_:adding:_:)``.
    func copied(by modifier: String, adding names: [String]?, at time: TimeSource) -> CopyRecord {
        // A modifier that adds nothing counts as itself: the copies after it may be dropped.
        let added = (names ?? []).map { "\(modifier) \($0)" }
        let settings = added.isEmpty ? [modifier] : Set(added)
        return CopyRecord(
            modifier, settings, of: depth < Self.maximumDepth ? self : nil, starts: starts, time: time)
    }

    /// Records that this copy is started.
    ///
    /// - Returns: The modifiers whose copies were dropped, of this login and of its originals. A modifier whose values
    ///   were all set again for this copy is left out, with the modifiers that followed it: its copy was another
    ///   attempt.
    func start() -> [String] {
        starts.count.add(1, ordering: .relaxed)
        var (applied, dropped) = (Set<String>(), [String]())
        var next: CopyRecord? = self
        while let record = next {
            let copies = record.state.withLock { state in
                state.isUsed = true
                return state.dropped
            }
            for copy in copies where !copy.settings.isSubset(of: applied) {
                dropped += copy.modifiers.filter { !dropped.contains($0) }
            }
            applied.formUnion(record.settings)
            next = record.original
        }
        return dropped
    }

    deinit {
        let (isUsed, dropped) = state.withLock { ($0.isUsed, $0.dropped) }
        guard let original, !isUsed, startsBefore == starts.count.load(ordering: .relaxed),
            time.uptime - created < Self.statement
        else { return }
        let copy = DroppedCopy(settings: settings, modifiers: [modifier] + dropped.flatMap(\.modifiers))
        original.state.withLock { state in
            guard state.dropped.count < Self.maximumDropped, !state.dropped.contains(copy) else { return }
            state.dropped.append(copy)
        }
    }
}

extension Auth0WebAuth {
    /// Records that this copy is started; returns the failure of a program that drops changed copies of the login.
    func noteStart() -> WebAuthError? {
        let dropped = copies.start()
        guard !dropped.isEmpty else { return nil }
        let error = ConfigurationError(
            .droppedCopy,
            "\(dropped.joined(separator: ", ")) returned a changed copy, which was dropped, and has no effect: assign "
                + "the copy, as in webAuth = webAuth.\(dropped[0].prefix { $0 != "(" })(…), or start the copy")
        guard !options.toleratesDroppedCopies else {
            (logger ?? StandardErrorLogger()).log(url: url.absoluteString, source: error.advice)
            return nil
        }
        return .other.because(of: error)
    }
}

extension WebAuth {
    /// Logs dropped copies as release builds do, or fails as debug builds do; for the SDK's own login only.
    package func toleratingDroppedCopies(_ tolerates: Bool) -> any WebAuth {
        guard let login = self as? Auth0WebAuth else { return Auth0WebAuth.lacking(in: Self.self) }
        return login.changed { $0.toleratesDroppedCopies = tolerates }
    }
}
