/// The style sheet and the scripts of the pages; the journal omits requests for them.
enum PageAssets {
    static let prefix = "/u/assets/"

    private static let files: [String: (text: String, type: String)] = [
        "style.css": (Stylesheet.text + Stylesheet.inspector, "text/css"),
        "passkey.js": (Script.passkey, "text/javascript"),
        "copy.js": (Script.copy, "text/javascript"),
        "password.js": (Script.password, "text/javascript"),
        "response.js": (Script.response, "text/javascript"),
        "waiting.js": (Script.waiting, "text/javascript"),
        "inspector.js": (Script.inspector, "text/javascript"),
    ]

    static func response(to request: HTTPRequest) -> HTTPResponse {
        guard request.method == "GET" else { return .text("Method Not Allowed", status: 405).with("Allow", "GET") }
        guard let file = files[String(request.path.dropFirst(prefix.count))] else {
            return .text("Not Found", status: 404)
        }
        return HTTPResponse.text(file.text, type: file.type).with("X-Content-Type-Options", "nosniff")
    }
}
