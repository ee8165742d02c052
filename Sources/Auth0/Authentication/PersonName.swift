/// A type that holds a person's given name and family name.
///
/// Foundation's `PersonNameComponents` meets the requirements. This module does not import full Foundation, so declare
/// the conformance in your program: `extension PersonNameComponents: @retroactive NamedPerson {}`.
public protocol NamedPerson: Sendable {
    /// The given name; `nil` when it is unknown.
    var givenName: String? { get }
    /// The family name; `nil` when it is unknown.
    var familyName: String? { get }
}

/// A person's given name and family name, for programs that do not import full Foundation.
public struct PersonName: NamedPerson, Hashable {
    /// The given name; `nil` when it is unknown.
    public let givenName: String?
    /// The family name; `nil` when it is unknown.
    public let familyName: String?

    /// Creates a name.
    ///
    /// - Parameters:
    ///   - givenName: The given name. Defaults to `nil`, for unknown.
    ///   - familyName: The family name. Defaults to `nil`, for unknown.
    public init(givenName: String? = nil, familyName: String? = nil) {
        self.givenName = givenName
        self.familyName = familyName
    }
}
