import Foundation
public import FoundationNetworking
public import HTTPMessages

extension URLRequest: RequestRepresentable {
    /// The request method; `GET` if none is set.
    public var requestMethod: TransportMethod { TransportMethod(rawValue: httpMethod ?? "GET") }

    /// The address without its fragment; `nil` if it is missing or ``HTTPMessages/HTTPURL`` rejects it, for example
    /// plain `http` to a host that is not a loopback address.
    public var requestURL: HTTPURL? {
        (url?.absoluteString.prefix { $0 != "#" }).flatMap { try? HTTPURL(String($0)) }
    }

    /// Sets a header field and removes other fields of the same name.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - value: The value of the field.
    public mutating func setField(_ name: String, to value: String) { setValue(value, forHTTPHeaderField: name) }
}

extension HTTPURLResponse: ResponseRepresentable {
    /// Returns the value of a header field.
    ///
    /// - Parameter name: The name of the field in any case.
    /// - Returns: The value, or `nil` if there is no such field.
    public func field(_ name: String) -> String? { value(forHTTPHeaderField: name) }
}
