/// Somebody whose name is known by its parts.
///
/// Foundation's `PersonNameComponents` fits as it is; this library does without Foundation, so say it in a line of the
/// program: `extension PersonNameComponents: @retroactive NamedPerson {}`.
public protocol NamedPerson: Sendable {
    /// The given name.
    var givenName: String? { get }
    /// The family name.
    var familyName: String? { get }
}

/// A name by its parts, for programs that do without Foundation's `PersonNameComponents`.
public struct PersonName: NamedPerson, Hashable {
    /// The given name.
    public let givenName: String?
    /// The family name.
    public let familyName: String?

    /// Makes a name of what is known of it.
    public init(givenName: String? = nil, familyName: String? = nil) {
        self.givenName = givenName
        self.familyName = familyName
    }
}
