/// A request of any library, as far as a proof about it goes.
///
/// ``HTTPRequest`` is one; the product `HTTPURLSession` adds `URLRequest`.
public protocol RequestRepresentable {
    /// What is asked.
    var requestMethod: HTTPMethod { get }
    /// Of whom; `nil` when the address is none that this package would send to.
    var requestURL: HTTPURL? { get }

    /// Sets a header field, in place of those of the same name.
    mutating func setField(_ name: String, _ value: String)
}

/// A response of any library, as far as its header goes.
///
/// ``HTTPResponse`` is one; the product `HTTPURLSession` adds `HTTPURLResponse`.
public protocol ResponseRepresentable {
    /// The value of a header field, whatever the case of its name.
    func field(_ name: String) -> String?
}

extension HTTPRequest: RequestRepresentable {
    /// What is asked.
    public var requestMethod: HTTPMethod { method }
    /// Of whom.
    public var requestURL: HTTPURL? { url }

    /// Sets a header field, in place of those of the same name.
    public mutating func setField(_ name: String, _ value: String) { fields[name] = value }
}

extension HTTPResponse: ResponseRepresentable {
    /// The value of a header field, whatever the case of its name.
    public func field(_ name: String) -> String? { fields[name] }
}
