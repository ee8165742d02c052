/// The method of a request.
///
/// - SeeAlso: [RFC 9110 §9](https://www.rfc-editor.org/rfc/rfc9110#section-9)
public struct TransportMethod: RawRepresentable, Sendable, Hashable {
    /// The name of the method in upper case, as it is sent.
    public let rawValue: String

    /// Creates a method with a name.
    ///
    /// - Parameter rawValue: The name in upper case.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// `GET`: reads a resource.
    public static let get = TransportMethod(rawValue: "GET")
    /// `HEAD`: reads the header fields of a resource without its content.
    public static let head = TransportMethod(rawValue: "HEAD")
    /// `POST`: sends content for the resource to process.
    public static let post = TransportMethod(rawValue: "POST")
    /// `PATCH`: changes parts of a resource.
    public static let patch = TransportMethod(rawValue: "PATCH")
    /// `PUT`: replaces a resource.
    public static let put = TransportMethod(rawValue: "PUT")
    /// `DELETE`: removes a resource.
    public static let delete = TransportMethod(rawValue: "DELETE")

    /// Whether a repeated request is defined to have the same effect as a single one.
    ///
    /// - SeeAlso: [RFC 9110 §9.2.2](https://www.rfc-editor.org/rfc/rfc9110#section-9.2.2)
    public var isIdempotent: Bool { self == .get || self == .put || self == .delete || self == .head }
}
