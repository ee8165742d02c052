import ByteEncodings
import Foundation
import TenantEmulator

/// A headless browser: it keeps cookies, follows redirects within the tenant and submits forms.
struct TestBrowser {
    let tenant: EmulatedTenant
    /// The cookies of each host.
    var cookies: [String: [String: String]] = [:]
    /// The value of `Accept-Language`.
    var languages = "en"
    /// The current address.
    private(set) var address = ""
    /// The current page; `nil` after a redirect away from the tenant.
    private(set) var page: TestResponse?

    init(_ tenant: EmulatedTenant) { self.tenant = tenant }

    /// The path of the current address.
    var path: String { String((URLComponents(string: address)?.path ?? "")) }

    /// The query parameters of the current address.
    var query: [String: String] {
        let items = URLComponents(string: address)?.queryItems ?? []
        return Dictionary(items.map { ($0.name, $0.value ?? "") }) { $1 }
    }

    /// The error message of the page.
    var error: String? { text(of: "error") }

    /// Returns the text of an element.
    func text(of id: String) -> String? {
        guard let page = page?.text, let start = page.range(of: #"id="\#(id)""#),
            let open = page[start.upperBound...].firstIndex(of: ">"),
            let close = page[open...].firstIndex(of: "<")
        else { return nil }
        return Self.unescape(String(page[page.index(after: open)..<close]))
    }

    /// Returns the value of an element's attribute.
    func attribute(_ name: String, of id: String) -> String? {
        for tag in page?.text.matches(of: #/<[^>]*>/#) ?? [] where tag.output.contains(#"id="\#(id)""#) {
            return Self.attribute(name, in: String(tag.output))
        }
        return nil
    }

    mutating func visit(_ address: String) async throws {
        try await send("GET", address.hasPrefix("/") ? tenant.domain + address : address, nil)
    }

    /// Submits the first form with this action, with these fields filled in.
    mutating func submit(_ action: String, _ fields: [String: String] = [:]) async throws {
        let form = try fill(action, fields)
        let base = URL(string: address).flatMap { URL(string: action, relativeTo: $0)?.absoluteString } ?? action
        try await send("POST", base, form)
    }

    /// Returns the fields of the first form with this action.
    func fill(_ action: String, _ fields: [String: String]) throws -> [String: String] {
        guard let page = page?.text, let place = page.range(of: #"action="\#(action)""#),
            let start = page.range(of: "<form", options: .backwards, range: page.startIndex..<place.lowerBound),
            let end = page.range(of: "</form>", range: start.upperBound..<page.endIndex)
        else { throw BrowserError.noForm(action, page?.text ?? "nothing") }
        var filled: [String: String] = [:]
        for tag in page[start.upperBound..<end.lowerBound].matches(of: #/<input[^>]*>/#) {
            if let name = Self.attribute("name", in: String(tag.output)) {
                filled[name] = Self.attribute("value", in: String(tag.output)) ?? ""
            }
        }
        return filled.merging(fields) { $1 }
    }

    /// Posts a form, independent of the current page.
    mutating func post(_ path: String, _ fields: [String: String]) async throws {
        try await send("POST", tenant.domain + path, fields)
    }

    private mutating func send(_ method: String, _ target: String, _ fields: [String: String]?) async throws {
        var (method, fields, next) = (method, fields, Optional(target))
        while let target = next {
            address = target
            guard let host = own(target) else {
                page = nil
                return
            }
            let response = try await exchange(method, target, host: host, fields)
            remember(response, host)
            page = response
            next = response.status == 303 || response.status == 302 ? response.header("location") : nil
            if let relative = next, relative.hasPrefix("/") { next = "http://\(host)\(relative)" }
            (method, fields) = ("GET", nil)
        }
    }

    /// Returns the host of an address of the tenant; `nil` for any other address.
    private func own(_ address: String) -> String? {
        ["127.0.0.1:\(tenant.port)", "localhost:\(tenant.port)"].first { address.hasPrefix("http://\($0)/") }
    }

    private func exchange(
        _ method: String, _ target: String, host: String, _ fields: [String: String]?
    ) async throws -> TestResponse {
        let jar = (cookies[host.prefix { $0 != ":" }.description] ?? [:]).map { "\($0.key)=\($0.value)" }
        var headers = ["Host": host, "Accept": "text/html", "Accept-Language": languages]
        if !jar.isEmpty { headers["Cookie"] = jar.joined(separator: "; ") }
        if fields != nil { headers["Content-Type"] = "application/x-www-form-urlencoded" }
        let body = fields.map { Array(FormEncoding.encode($0.map { (name: $0.key, value: $0.value) }).utf8) }
        return try await TestClient(tenant).send(
            method, String(target.dropFirst("http://\(host)".count)), headers: headers, body: body)
    }

    private mutating func remember(_ response: TestResponse, _ host: String) {
        for cookie in response.cookies {
            let pair = cookie.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
            let isGone = cookie.contains("Max-Age=0")
            cookies[host.prefix { $0 != ":" }.description, default: [:]][String(pair[0])] =
                isGone ? nil : String(pair.dropFirst().first ?? "")
        }
    }

    private static func attribute(_ name: String, in tag: String) -> String? {
        guard let start = tag.range(of: #" \#(name)=""#),
            let end = tag[start.upperBound...].firstIndex(of: "\"")
        else { return nil }
        return unescape(String(tag[start.upperBound..<end]))
    }

    private static func unescape(_ text: String) -> String {
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
            .reduce(text) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
    }
}

/// A failure of the headless browser.
enum BrowserError: Error {
    case noForm(String, String)
}
