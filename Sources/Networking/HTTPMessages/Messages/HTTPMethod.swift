/// What a request asks the server to do.
///
/// - SeeAlso: [RFC 9110 §9](https://www.rfc-editor.org/rfc/rfc9110#section-9)
public struct HTTPMethod: RawRepresentable, Sendable, Hashable {
    /// The name as it goes over the wire, upper case.
    public let rawValue: String

    /// Makes a method of the given name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Reads a resource.
    public static let get = HTTPMethod(rawValue: "GET")
    /// Reads what is said about a resource, without its content.
    public static let head = HTTPMethod(rawValue: "HEAD")
    /// Hands a body to a resource.
    public static let post = HTTPMethod(rawValue: "POST")
    /// Changes parts of a resource.
    public static let patch = HTTPMethod(rawValue: "PATCH")
    /// Replaces a resource.
    public static let put = HTTPMethod(rawValue: "PUT")
    /// Removes a resource.
    public static let delete = HTTPMethod(rawValue: "DELETE")

    /// Whether sending the request twice is meant to have the effect of sending it once.
    ///
    /// - SeeAlso: [RFC 9110 §9.2.2](https://www.rfc-editor.org/rfc/rfc9110#section-9.2.2)
    public var isIdempotent: Bool { self == .get || self == .put || self == .delete || self == .head }
}
