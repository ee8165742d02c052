import FoundationEssentials
import Synchronization

/// The latest requests in the order they were read, and the tasks that wait for the next one.
final class Journal: Sendable {
    static let maximumEntries = 20_000
    /// The number of entries whose answers are kept.
    static let maximumAnswers = 1000

    private struct Waiter {
        let identifier: Int
        let pattern: String
        let continuation: CheckedContinuation<Result<JournalEntry, EmulatorError>, Never>
    }

    private struct State {
        var entries: [JournalEntry] = []
        /// The number of entries that were dropped from the front.
        var dropped = 0
        /// The number of the last entry that was returned, by pattern.
        var lastReturned: [String: Int] = [:]
        var waiters: [Waiter] = []
        var nextWaiter = 0
        var isClosed = false

        mutating func next(_ pattern: String) -> JournalEntry? {
            let start = max(0, (lastReturned[pattern] ?? 0) - dropped)
            guard let entry = entries.dropFirst(start).first(where: { Journal.covers(pattern, $0.path) }) else {
                // No entry up to here matches, so none has to be searched again.
                lastReturned[pattern] = dropped + entries.count
                return nil
            }
            lastReturned[pattern] = entry.number
            return entry
        }

        /// Appends an entry; drops the oldest half first if the journal is full.
        mutating func append(_ request: HTTPRequest, at time: Date) -> Int {
            if entries.count == Journal.maximumEntries {
                entries.removeFirst(Journal.maximumEntries / 2)
                dropped += Journal.maximumEntries / 2
            }
            let number = dropped + entries.count + 1
            entries.append(JournalEntry(number: number, request, at: time))
            return number
        }

        mutating func takeMatchedWaiters() -> [(Waiter, JournalEntry)] {
            var matched: [(Waiter, JournalEntry)] = []
            var waiting: [Waiter] = []
            for waiter in waiters {
                if let entry = next(waiter.pattern) { matched.append((waiter, entry)) } else { waiting.append(waiter) }
            }
            waiters = waiting
            return matched
        }
    }

    private let state = Mutex(State())

    var entries: [JournalEntry] { state.withLock { $0.entries } }

    /// Appends a request and resumes the tasks that wait for it.
    func record(_ request: HTTPRequest, at time: Date) -> Int {
        let (number, matched) = state.withLock { state in
            let number = state.append(request, at: time)
            return (number, state.takeMatchedWaiters())
        }
        for (waiter, entry) in matched { waiter.continuation.resume(returning: .success(entry)) }
        return number
    }

    func record(_ response: HTTPResponse, of number: Int) {
        let (answer, now) = (JournalEntry.Answer(response), ContinuousClock.now)
        state.withLock { state in
            let index = number - 1 - state.dropped
            guard state.entries.indices.contains(index) else { return }
            state.entries[index].status = response.status
            state.entries[index].duration = now - state.entries[index].start
            state.entries[index].answer = answer
            let old = index - Self.maximumAnswers
            if old >= 0 { state.entries[old].answer = nil }
        }
    }

    /// Removes every entry; the numbering continues.
    func clear() {
        state.withLock { state in
            state.dropped += state.entries.count
            state.entries = []
        }
    }

    /// Treats every entry so far as returned.
    func skip(_ pattern: String) {
        state.withLock { $0.lastReturned[pattern] = $0.dropped + $0.entries.count }
    }

    /// Returns the first matching entry that was not returned before; waits for one if necessary.
    func next(_ pattern: String) async throws(EmulatorError) -> JournalEntry {
        let identifier = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                wait(Waiter(identifier: identifier, pattern: pattern, continuation: continuation))
            }
        } onCancel: {
            cancel(identifier)
        }
        return try result.get()
    }

    private func wait(_ waiter: Waiter) {
        let result: Result<JournalEntry, EmulatorError>? = state.withLock { state in
            // Read under the lock: a later cancellation finds the waiter in the list.
            if Task.isCancelled { return .failure(EmulatorError(.cancelled)) }
            if let entry = state.next(waiter.pattern) { return .success(entry) }
            if state.isClosed { return .failure(EmulatorError(.stopped)) }
            state.waiters.append(waiter)
            return nil
        }
        if let result { waiter.continuation.resume(returning: result) }
    }

    private func cancel(_ identifier: Int) {
        let waiter = state.withLock { state in
            state.waiters.firstIndex { $0.identifier == identifier }.map { state.waiters.remove(at: $0) }
        }
        waiter?.continuation.resume(returning: .failure(EmulatorError(.cancelled)))
    }

    /// Fails every wait with ``EmulatorError/Code/stopped``.
    func close() {
        let waiters = state.withLock { state in
            state.isClosed = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.continuation.resume(returning: .failure(EmulatorError(.stopped))) }
    }

    static func covers(_ pattern: String, _ path: String) -> Bool {
        pattern.last == "*" ? path.hasPrefix(pattern.dropLast()) : pattern == path
    }
}
