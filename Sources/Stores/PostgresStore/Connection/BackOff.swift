import LinuxCLibrary
import LinuxSystemCalls

/// The pauses between attempts to connect: random, so that a fleet does not retry in step, and growing to 1 s.
struct BackOff {
    private var upperBound = 40

    /// Returns the next pause in milliseconds.
    mutating func next() -> Int32 {
        defer { upperBound = min(upperBound * 2, 1_000) }
        return Int32.random(in: Int32(upperBound / 2)...Int32(upperBound))
    }

    /// Waits for a number of milliseconds or for the event, and returns whether the event did not occur; blocks.
    static func pause(_ milliseconds: Int32, interrupt: Wakeup?) -> Bool {
        if let interrupt { return !interrupt.isRung(within: milliseconds) }
        poll(nil, 0, milliseconds)
        return true
    }
}
