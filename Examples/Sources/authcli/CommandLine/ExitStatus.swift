/// The exit status of the program, for scripts; the numbers are those of `sysexits.h`.
enum ExitStatus: Int32, CaseIterable {
    case usage = 64
    case unavailable = 69
    case store = 74
    case temporary = 75
    case invalidToken = 76
    case notLoggedIn = 77
    case configuration = 78
    case cancelled = 130

    private var meaning: String {
        switch self {
        case .usage: "the command line is wrong"
        case .unavailable: "the tenant, or something on this machine, refused"
        case .store: "the session could not be read or kept, or the result not be written"
        case .temporary: "the network or the tenant failed, or the login was not completed in time; try again"
        case .invalidToken: "the answer of the tenant does not hold"
        case .notLoggedIn: "not logged in, or not permitted to do this"
        case .configuration: "it is not known which tenant and application to use"
        case .cancelled: "the person gave up"
        }
    }

    /// All values with their meanings.
    static var rows: [(String, String)] {
        [("0", "it is done")] + allCases.map { ("\($0.rawValue)", $0.meaning) }
    }

    /// All values, for `--help`.
    static var table: String { "Exit status:\n" + Help.table(rows) }
}
