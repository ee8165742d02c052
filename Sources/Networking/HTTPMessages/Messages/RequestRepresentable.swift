/// A request type of any HTTP library to which a proof of possession can be added.
///
/// ``TransportRequest`` conforms; the product `HTTPURLSession` adds the conformance of `URLRequest`.
public protocol RequestRepresentable {
    /// The request method.
    var requestMethod: TransportMethod { get }
    /// The address; `nil` if ``HTTPURL`` rejects it.
    var requestURL: HTTPURL? { get }

    /// Sets a header field and removes other fields of the same name.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - value: The value of the field.
    mutating func setField(_ name: String, to value: String)
}

/// A response type of any HTTP library whose header fields can be read.
///
/// ``TransportResponse`` conforms; the product `HTTPURLSession` adds the conformance of `HTTPURLResponse`.
public protocol ResponseRepresentable {
    /// Returns the value of a header field.
    ///
    /// - Parameter name: The name of the field in any case.
    /// - Returns: The value, or `nil` if there is no such field.
    func field(_ name: String) -> String?
}

extension TransportRequest: RequestRepresentable {
    /// The request method.
    public var requestMethod: TransportMethod { method }
    /// The address of the requested resource.
    public var requestURL: HTTPURL? { url }

    /// Sets a header field, as ``RequestRepresentable/setField(_:to:)`` does, whose parameters are the same.
    public mutating func setField(_ name: String, to value: String) { fields[name] = value }
}

extension TransportResponse: ResponseRepresentable {
    /// Returns the value of a header field, as ``ResponseRepresentable/field(_:)`` does, whose parameters are the same.
    public func field(_ name: String) -> String? { fields[name] }
}
