/// What a password must be like.
public struct PasswordPolicy: Decodable, Sendable, Hashable {
    /// What it is made of.
    public let complexity: PasswordComplexity
    /// Whether parts of the profile may be in it.
    public let profileData: PasswordProfileData
    /// Whether it may be one the user had before.
    public let history: PasswordHistory
    /// Whether it may be a word.
    public let dictionary: PasswordDictionary

    private enum CodingKeys: String, CodingKey {
        case complexity, history, dictionary
        case profileData = "profile_data"
    }
}

/// What a password is made of.
public struct PasswordComplexity: Decodable, Sendable, Hashable {
    /// The fewest characters.
    public let minLength: Int?
    /// The types of character that count, such as `uppercase`.
    public let characterTypes: [String]?
    /// How many of those types there must be, such as `three_of_four`.
    public let characterTypeRule: String?
    /// What becomes of characters repeated in a row: `allow` or `block`.
    public let identicalCharacters: String?
    /// What becomes of runs such as `abc`: `allow` or `block`.
    public let sequentialCharacters: String?
    /// What becomes of what is too long: `truncate` or `error`.
    public let maxLengthExceeded: String?

    private enum CodingKeys: String, CodingKey {
        case minLength = "min_length"
        case characterTypes = "character_types"
        case characterTypeRule = "character_type_rule"
        case identicalCharacters = "identical_characters"
        case sequentialCharacters = "sequential_characters"
        case maxLengthExceeded = "max_length_exceeded"
    }
}

/// Whether parts of the profile may be in a password.
public struct PasswordProfileData: Decodable, Sendable, Hashable {
    /// Whether this is checked.
    public let active: Bool?
    /// The members of the profile that must not be in it.
    public let blockedFields: [String]?

    private enum CodingKeys: String, CodingKey {
        case active
        case blockedFields = "blocked_fields"
    }
}

/// Whether a password may be one the user had before.
public struct PasswordHistory: Decodable, Sendable, Hashable {
    /// Whether this is checked.
    public let active: Bool?
    /// How many passwords are remembered.
    public let size: Int?
}

/// Whether a password may be a word.
public struct PasswordDictionary: Decodable, Sendable, Hashable {
    /// Whether this is checked.
    public let active: Bool?
    /// The name of the list of words.
    public let `default`: String?
}
