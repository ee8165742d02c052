// Compiled by `make lint`: a server of Vapor that names types which Vapor re-exports; OpenID has none of the same name.
import OpenID
import Vapor

struct ServerConsole {
    let console: any Console = Terminal()
    let output = TerminalOutput.standardError
}
