import LinuxCLibrary
import LinuxSystemCalls

/// The pauses between attempts to connect: random, so that a fleet does not retry in step, and growing to 1 s.
struct BackOff {
    private var upperBound = 40

    /// Returns the next pause.
    ///
    /// - Returns: The pause in milliseconds.
    mutating func next() -> Int32 {
        defer { upperBound = min(upperBound * 2, 1_000) }
        return Int32.random(in: Int32(upperBound / 2)...Int32(upperBound))
    }

    /// Waits; blocks.
    ///
    /// - Parameters:
    ///   - milliseconds: The duration.
    ///   - interrupt: The event that ends the wait early.
    /// - Returns: Whether the event did not occur.
    static func pause(_ milliseconds: Int32, interrupt: Wakeup?) -> Bool {
        if let interrupt { return !interrupt.isRung(within: milliseconds) }
        poll(nil, 0, milliseconds)
        return true
    }
}
