/// The host names under which a tenant answers.
///
/// A web page can make a browser connect to the tenant under the host name of the page (DNS rebinding), but never under
/// a literal address or `localhost`. The port is not compared, because it may be forwarded.
///
/// - SeeAlso: [RFC 9110 §7.2](https://www.rfc-editor.org/rfc/rfc9110#section-7.2)
struct HostRule: Sendable {
    let origin: Origin?
    /// Further names, in lower case.
    let allowed: Set<String>
    /// Whether every literal address is accepted, not only loopback.
    let allowsOtherHosts: Bool

    /// The refusal of a request; `nil` if it is accepted, as is one without the field, which no browser sends.
    func refusal(of request: HTTPRequest) -> HTTPResponse? {
        let hosts = request.fields("host").map(\.value)
        guard let text = hosts.first else { return nil }
        if hosts.dropFirst().isEmpty, let host = Origin.authority(text)?.host, accepts(host) { return nil }
        let remedy = "start it with the name (--allow-host), or with the origin that all clients use (--origin)"
        return .text("The emulator does not answer under this host; \(remedy).", status: 403).because(
            "The Host field is \(hosts.map { "\"\($0)\"" }.joined(separator: " and ")), which is no name of the tenant: "
                + remedy)
    }

    private func accepts(_ host: String) -> Bool {
        host == "localhost" || host == origin?.host || allowed.contains(host) || Address.isLoopback(host)
            || (allowsOtherHosts && Address.bytes(host) != nil)
    }
}
