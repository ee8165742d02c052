import Foundation
import FoundationNetworking
import HTTPMessages
import LibcurlTransport
import OpenID
import Synchronization
import WebDriverClient

/// A browser without scripts: keeps cookies, follows redirects wherever they lead on loopback, and fills forms in.
actor PlainBrowser {
    /// A page that a browser without scripts cannot handle.
    enum Failure: Error {
        case noForm(action: String, page: String)
    }

    /// The cookies of each host, whose ports share them.
    private var cookies: [String: [String: String]] = [:]
    /// The address.
    private(set) var address = ""
    /// The contents of the page.
    private(set) var page = ""
    /// The status of the page.
    private(set) var status = 0

    /// Goes to an address and wherever that leads.
    func visit(_ address: String) async throws {
        guard let url = URL(string: address) else { throw URLError(.badURL) }
        try await load(URLRequest(url: url))
    }

    /// Fills the first form in that goes to `action`, and sends it.
    ///
    /// - Parameters:
    ///   - fields: What is filled in; hidden fields keep what the page put there.
    ///   - action: The attribute of the form; empty for one that goes where the page came from.
    /// - Throws: ``Failure/noForm(action:page:)``, or why the next page did not come.
    func submit(_ fields: [String: String], to action: String = "") async throws {
        let forms = page.matches(of: /(<form[^>]*>)(.*?)<\/form>/.dotMatchesNewlines())
        guard let form = forms.first(where: { (Self.attribute("action", in: $0.1) ?? "") == action }),
            let here = URL(string: address),
            let target = URL(string: action.isEmpty ? address : action, relativeTo: here)
        else { throw Failure.noForm(action: action, page: page) }
        var filled: [String: String] = [:]
        for input in form.2.matches(of: /<input[^>]*>/) where Self.attribute("type", in: input.0) != "submit" {
            guard let name = Self.attribute("name", in: input.0) else { continue }
            filled[name] = Self.attribute("value", in: input.0) ?? ""
        }
        var request = URLRequest(url: target.absoluteURL)
        request.httpMethod = "POST"
        request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        let sent = filled.merging(fields) { $1 }.sorted { $0.key < $1.key }
        request.httpBody = Data(
            sent.map { "\(Self.escape($0.key))=\(Self.escape($0.value))" }.joined(separator: "&").utf8)
        try await load(request)
    }

    private func load(_ request: URLRequest) async throws {
        var next: URLRequest? = request
        while let request = next, let url = request.url {
            let (data, response) = try await Self.exchange(carrying(cookies[url.host() ?? ""] ?? [:], request))
            keepCookies(of: response, url)
            (address, status) = (url.absoluteString, response.statusCode)
            page = String(decoding: data, as: UTF8.self)
            let location = (300...399).contains(status) ? response.value(forHTTPHeaderField: "Location") : nil
            next = location.flatMap { URL(string: $0, relativeTo: url) }.map { URLRequest(url: $0.absoluteURL) }
        }
    }

    private func carrying(_ cookies: [String: String], _ request: URLRequest) -> URLRequest {
        var request = request
        let pairs = cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        if !pairs.isEmpty { request.setValue(pairs, forHTTPHeaderField: "Cookie") }
        return request
    }

    private func keepCookies(of response: HTTPURLResponse, _ url: URL) {
        let fields = response.allHeaderFields as? [String: String] ?? [:]
        for cookie in HTTPCookie.cookies(withResponseHeaderFields: fields, for: url) {
            let isGone = cookie.value.isEmpty || cookie.expiresDate.map { $0 < Date() } == true
            cookies[url.host() ?? "", default: [:]][cookie.name] = isGone ? nil : cookie.value
        }
    }

    /// Sends a request and returns the response, whatever its status.
    private static func exchange(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        // `URLSession` on Linux visits no address of version 6.
        if let url = request.url, url.absoluteString.hasPrefix("http://[") { return try await transported(url) }
        return try await loaded(request)
    }

    private static func transported(_ url: URL) async throws -> (Data, HTTPURLResponse) {
        let request = TransportRequest(method: .get, url: try HTTPURL(url.absoluteString))
        let answer = try await CurlTransport.standard.response(to: request)
        guard let response = HTTPURLResponse(url: url, statusCode: answer.status, httpVersion: nil, headerFields: nil)
        else { throw URLError(.badServerResponse) }
        return (Data(answer.body), response)
    }

    private static func loaded(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        try await withCheckedThrowingContinuation { continuation in
            let configuration = URLSessionConfiguration.ephemeral
            configuration.httpCookieStorage = nil
            let visit = Visit { continuation.resume(with: $0) }
            URLSession(configuration: configuration, delegate: visit, delegateQueue: nil).dataTask(with: request)
                .resume()
        }
    }

    private static func escape(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    private static func attribute(_ name: String, in tag: Substring) -> String? {
        guard let start = tag.range(of: #" \#(name)=""#),
            let end = tag[start.upperBound...].firstIndex(of: "\"")
        else { return nil }
        return [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&#x27;", "'"), ("&amp;", "&")]
            .reduce(String(tag[start.upperBound..<end])) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
    }
}

/// One request and its response.
///
/// Following redirects is not left to `URLSession`: on Linux it takes the query of a relative `Location` for a part of
/// the path.
private final class Visit: NSObject, URLSessionDataDelegate {
    typealias Completion = @Sendable (Result<(Data, HTTPURLResponse), any Error>) -> Void

    private let body = Mutex(Data())
    private let completion: Completion

    init(_ completion: @escaping Completion) { self.completion = completion }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        body.withLock { $0 += data }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let answer = (task.response as? HTTPURLResponse).map { response in (body.withLock { $0 }, response) }
        session.finishTasksAndInvalidate()
        completion(answer.map { .success($0) } ?? .failure(error ?? URLError(.badServerResponse)))
    }
}
