/// The rules that a new password must meet.
public struct PasswordPolicy: Decodable, Sendable, Hashable {
    /// The rules for length and characters.
    public let complexity: PasswordComplexity
    /// The rule against parts of the user's profile, `profile_data`.
    public let profileData: PasswordProfileData
    /// The rule against earlier passwords.
    public let history: PasswordHistory
    /// The rule against common passwords.
    public let dictionary: PasswordDictionary

    /// Creates a value, for doubles: the memberwise initializer, whose parameters are the same as the properties.
    public init(
        complexity: PasswordComplexity, profileData: PasswordProfileData, history: PasswordHistory,
        dictionary: PasswordDictionary
    ) {
        (self.complexity, self.profileData, self.history) = (complexity, profileData, history)
        self.dictionary = dictionary
    }

    private enum CodingKeys: String, CodingKey {
        case complexity, history, dictionary
        case profileData = "profile_data"
    }
}

/// The rules for the length and the characters of a password.
public struct PasswordComplexity: Decodable, Sendable, Hashable {
    /// The minimum length in characters, `min_length`.
    public let minLength: Int?
    /// The types of characters that count, `character_types`, such as `uppercase`.
    public let characterTypes: [String]?
    /// The number of those types that a password must contain, `character_type_rule`, such as `three_of_four`.
    public let characterTypeRule: String?
    /// The treatment of repeated consecutive characters, `identical_characters`: `allow` or `block`.
    public let identicalCharacters: String?
    /// The treatment of sequences such as `abc`, `sequential_characters`: `allow` or `block`.
    public let sequentialCharacters: String?
    /// The treatment of passwords that are too long, `max_length_exceeded`: `truncate` or `error`.
    public let maxLengthExceeded: String?

    /// Creates a value, for doubles: the memberwise initializer, whose parameters are the same as the properties.
    public init(
        minLength: Int? = nil, characterTypes: [String]? = nil, characterTypeRule: String? = nil,
        identicalCharacters: String? = nil, sequentialCharacters: String? = nil, maxLengthExceeded: String? = nil
    ) {
        (self.minLength, self.characterTypes, self.characterTypeRule) = (minLength, characterTypes, characterTypeRule)
        (self.identicalCharacters, self.sequentialCharacters, self.maxLengthExceeded) = (
            identicalCharacters, sequentialCharacters, maxLengthExceeded
        )
    }

    private enum CodingKeys: String, CodingKey {
        case minLength = "min_length"
        case characterTypes = "character_types"
        case characterTypeRule = "character_type_rule"
        case identicalCharacters = "identical_characters"
        case sequentialCharacters = "sequential_characters"
        case maxLengthExceeded = "max_length_exceeded"
    }
}

/// The rule against parts of the user's profile in a password.
public struct PasswordProfileData: Decodable, Sendable, Hashable {
    /// Whether the rule applies.
    public let active: Bool?
    /// The members of the profile that a password must not contain, `blocked_fields`.
    public let blockedFields: [String]?

    /// Creates a value, for doubles: the memberwise initializer, whose parameters are the same as the properties.
    public init(active: Bool? = nil, blockedFields: [String]? = nil) {
        (self.active, self.blockedFields) = (active, blockedFields)
    }

    private enum CodingKeys: String, CodingKey {
        case active
        case blockedFields = "blocked_fields"
    }
}

/// The rule against passwords that the user had before.
public struct PasswordHistory: Decodable, Sendable, Hashable {
    /// Whether the rule applies.
    public let active: Bool?
    /// The number of earlier passwords that are refused.
    public let size: Int?

    /// Creates a value, for doubles: the memberwise initializer, whose parameters are the same as the properties.
    public init(active: Bool? = nil, size: Int? = nil) {
        (self.active, self.size) = (active, size)
    }
}

/// The rule against passwords of a list of common passwords.
public struct PasswordDictionary: Decodable, Sendable, Hashable {
    /// Whether the rule applies.
    public let active: Bool?
    /// The name of the built-in list of common passwords.
    public let `default`: String?

    /// Creates a value, for doubles: the memberwise initializer, whose parameters are the same as the properties.
    public init(active: Bool? = nil, default list: String? = nil) {
        (self.active, self.default) = (active, list)
    }
}
