import Dispatch
import Foundation

/// The 2017 tutorial on sessions: `SessionsOf2017` logs in or continues a session, `SessionsOf2017 logout` ends it.
@main
struct SessionsOf2017 {
    static func main() {
        let manager = SessionManager { text, isGood in
            print(text)
            exit(isGood ? 0 : 1)
        }
        switch CommandLine.arguments.dropFirst().first {
        case nil: manager.start()
        case "logout": manager.logOut()
        default:
            print("usage: SessionsOf2017 [logout]")
            exit(64)
        }
        dispatchMain()
    }
}
