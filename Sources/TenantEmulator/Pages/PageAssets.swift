/// The style sheet and the scripts of the pages; the journal omits requests for them.
enum PageAssets {
    static let prefix = "/u/assets/"

    static func response(to request: HTTPRequest) -> HTTPResponse {
        guard request.method == "GET" else { return .text("Method Not Allowed", status: 405).with("Allow", "GET") }
        let (text, type): (String, String)
        switch request.path.dropFirst(prefix.count) {
        case "style.css": (text, type) = (Stylesheet.text + Stylesheet.desk, "text/css")
        case "passkey.js": (text, type) = (PasskeyScript.text, "text/javascript")
        case "copy.js": (text, type) = (CopyScript.text, "text/javascript")
        case "password.js": (text, type) = (PasswordScript.text, "text/javascript")
        case "response.js": (text, type) = (ResponsePages.script, "text/javascript")
        case "waiting.js": (text, type) = (WaitingScript.text, "text/javascript")
        case "inspector.js": (text, type) = (InspectorScript.text, "text/javascript")
        default: return .text("Not Found", status: 404)
        }
        return HTTPResponse.text(text, type: type).with("X-Content-Type-Options", "nosniff")
    }
}
