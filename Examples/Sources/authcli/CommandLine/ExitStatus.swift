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
        case .usage: "the command line is invalid"
        case .unavailable: "the tenant refused the request, or no browser is available"
        case .store: "the session could not be read or stored, or the result could not be written"
        case .temporary: "the network or the tenant failed, or the login timed out; try again"
        case .invalidToken: "the response of the tenant is invalid"
        case .notLoggedIn: "not logged in, or not permitted"
        case .configuration: "the tenant or the application is not configured"
        case .cancelled: "cancelled by the user"
        }
    }

    /// The name of the failure, for programs.
    var name: String { "\(self)" }

    /// All values with their meanings.
    static var rows: [(String, String)] {
        [("0", "success")] + allCases.map { ("\($0.rawValue)", $0.meaning) }
    }

    /// All values, for `--help`.
    static var table: String { "Exit status:\n" + Help.table(rows) }
}
