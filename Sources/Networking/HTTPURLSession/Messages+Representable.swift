import Foundation
public import FoundationNetworking
public import HTTPMessages

extension URLRequest: RequestRepresentable {
    /// What is asked; `GET` unless the request says otherwise.
    public var requestMethod: HTTPMethod { HTTPMethod(rawValue: httpMethod ?? "GET") }

    /// Of whom, without the fragment; `nil` when the address is missing, or plain `http` to another machine.
    public var requestURL: HTTPURL? {
        (url?.absoluteString.prefix { $0 != "#" }).flatMap { try? HTTPURL(String($0)) }
    }

    /// Sets a header field, in place of those of the same name.
    public mutating func setField(_ name: String, _ value: String) { setValue(value, forHTTPHeaderField: name) }
}

extension HTTPURLResponse: ResponseRepresentable {
    /// The value of a header field, whatever the case of its name.
    public func field(_ name: String) -> String? { value(forHTTPHeaderField: name) }
}
