/// The clock of a program that a test starts, by libfaketime.
package enum FakeTime {
    #if arch(arm64)
        private static let architecture = "aarch64"
    #else
        private static let architecture = "x86_64"
    #endif

    /// The library that the program has to load.
    package static let library = "/usr/lib/\(architecture)-linux-gnu/faketime/libfaketimeMT.so.1"

    /// The variables of a program whose date is another one; its monotonic clock is right.
    ///
    /// - Parameter offset: The difference from the date of the machine, such as `-60d`.
    /// - Returns: The variables, by name.
    package static func environment(_ offset: String) -> [String: String] {
        ["LD_PRELOAD": library, "FAKETIME": offset, "FAKETIME_DONT_FAKE_MONOTONIC": "1"]
    }
}
