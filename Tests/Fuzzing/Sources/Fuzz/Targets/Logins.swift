import ByteEncodings
import Foundation
import HTTPMessages
import LoginBrowsers
import OpenID
import RequestPipeline

extension FuzzTarget {
    /// An HTTP request to the callback listener: the parsed head matches the input, whatever bytes follow the head.
    static let callback = FuzzTarget(name: "callback") { bytes in
        let reading = RequestHead.read(bytes)
        // A head that parses from the first half of the bytes parses identically from all bytes.
        let half = Array(bytes[..<(bytes.count / 2)])
        if case .head = RequestHead.read(half) {
            precondition(RequestHead.read(half) == reading, "what is pipelined changes a head")
        }
        guard case .head(let head) = reading else { return }
        precondition(bytes.starts(with: "GET /".utf8), "no GET of a path")
        precondition(head.path.utf8.first == UInt8(ascii: "/"), "a path without a root")
        precondition(!head.path.utf8.contains(UInt8(ascii: "?")), "a query in a path")
        for text in [head.path, head.query ?? ""] {
            let isClean = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") }
            precondition(isClean, "an octet that no target has")
        }
        judge(head.query ?? "")
    }

    /// The query of an authorization response, or a complete redirect URI from the desktop.
    ///
    /// Only a query with the right `state` is an authorization response, and no secret is in the stored or printed
    /// parameters.
    static let answer = FuzzTarget(name: "answer") { bytes in
        let text = bytes.text
        judge(text)
        if let scheme = CustomScheme(of: text)?.text {
            precondition(!scheme.contains("/") && !scheme.hasPrefix("."), "a scheme that is no name of a folder")
        }
        if let query = RedirectURI.response(in: text, to: "com.example.a://t.example/callback") {
            precondition(text.lowercased().hasPrefix("com.example.a://t.example/callback"), "another address")
            judge(query)
        }
        guard case .loopback(_, let ports, let path)? = (try? RedirectURI(text))?.way else { return }
        precondition(ports.count == 1 && path.utf8.first == UInt8(ascii: "/"), "no port, or several, or no path")
        precondition(RedirectURI.response(in: text + "?a", to: text) == "a", "an address that is not its own")
    }

    private static func judge(_ query: String) {
        guard let result = AuthorizationResponse.validate(query, expecting: expectation) else { return }
        switch result {
        case .success(let answer):
            precondition(answer.state == "s" && !answer.code.isEmpty, "an answer without state or code")
            precondition(answer.parameters["iss"].map { $0 == "https://t.example" } ?? true, "another issuer")
            precondition(answer.parameters.keys.allSatisfy { !secrets.contains($0) }, "a secret is kept")
        case .failure(let error):
            precondition(error.parameters.keys.allSatisfy { !secrets.contains($0) }, "a secret is kept")
            precondition("\(error)" == TerminalOutput.escaped("\(error)"), "an error that a terminal obeys")
        }
    }

    private static let secrets: Set<String> = ["code", "state", "access_token", "id_token"]
    private static let expectation = AuthorizationResponse.Expectation(state: "s", issuer: "https://t.example")

    /// Discovery metadata and the response to a pushed authorization request, both of which precede the login.
    static let provider = FuzzTarget(name: "provider") { bytes in
        guard let tree = try? JSONValue(parsing: bytes) else { return }
        if let pushed = PushedAuthorization(tree) {
            precondition(pushed.requestURI.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "no URI")
        }
        for issuer in ["https://t.example", "http://127.0.0.1:1"] {
            do throws(OpenIDError) {
                let metadata = try ProviderMetadata(tree, of: issuer)
                let urls = [metadata.authorizationEndpoint, metadata.tokenEndpoint, metadata.keySetURL]
                precondition(metadata.issuer == issuer, "another issuer")
                for url in urls.compactMap(\.self) {
                    precondition(url.isSecure || issuer.hasPrefix("http:"), "an endpoint that is not secure")
                }
            } catch {
                precondition("\(error)" == TerminalOutput.escaped("\(error)"), "an error that a terminal obeys")
            }
        }
    }

    /// The texts of a device login: nothing in them moves a terminal's cursor, and their durations are within bounds.
    static let device = FuzzTarget(name: "device") { bytes in
        let response = TransportResponse(status: 200, body: bytes)
        if let tree = try? JSONValue(parsing: bytes), let json = tree.freeForm as? [String: any Sendable] {
            _ = UserInfo(json: json)
        }
        guard let device = try? Decoders.decodable(DeviceAuthorization.self)(response) else { return }
        precondition(device.interval >= .seconds(1) && device.interval <= device.lifetime, "a pause out of bounds")
        precondition(device.lifetime <= .seconds(31_536_000), "a lifetime out of bounds")
        for address in [device.verificationURI, device.verificationURIComplete].compactMap(\.self) {
            precondition(["https", "http"].contains(address.scheme?.lowercased() ?? ""), "an address for no browser")
        }
        let terminal = TerminalOutput(isInteractive: true, columns: 400) { text in
            for line in text.split(separator: "\n") {
                precondition(TerminalOutput.escaped(String(line)) == line, "a prompt that a terminal obeys")
            }
        }
        terminal.show(device)
    }
}
