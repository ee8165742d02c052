/// The failure with which a program ends, for the programs that start it.
///
/// It has the members of a failure of `authcli`, which is in another package.
package enum ProgramFailure {
    /// The names of the exit statuses, whose numbers are those of `sysexits.h`.
    private static let names: [Int32: String] = [
        64: "usage", 65: "damaged", 69: "unavailable", 74: "failed", 77: "notPermitted",
    ]

    /// Returns an object in one line, which may be written to a terminal; `message` has the thing, the reason and what
    /// to do.
    package static func json(_ message: String, status: Int32) -> String {
        let failure = JSONValue.object([
            .init(name: "error", value: .string(names[status] ?? "notDone")),
            .init(name: "message", value: .string(message)),
            .init(name: "status", value: .integer(Int(status))),
        ])
        return failure.encodedText.escapedJSON
    }
}
