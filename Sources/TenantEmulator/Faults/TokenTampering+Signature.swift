extension TokenTampering {
    /// The signature of a token that is altered.
    public struct Signature: Sendable, Hashable, RawRepresentable, CaseIterable {
        enum Kind: String, CaseIterable {
            case genuine
            case none
            case confusedSecret = "confused-secret"
            case foreignKey = "foreign-key"
            case unknownKey = "unknown-key"
            case flippedBit = "flipped-bit"
        }

        let kind: Kind

        /// The genuine signature.
        public static let genuine = Signature(.genuine)
        /// No signature; `alg` is `none`.
        public static let none = Signature(.none)
        /// An `HS256` signature with the public key as the secret.
        public static let confusedSecret = Signature(.confusedSecret)
        /// The signature of an unpublished key, with the `kid` of a published one.
        public static let foreignKey = Signature(.foreignKey)
        /// The signature of an unpublished key, with an unknown `kid`.
        public static let unknownKey = Signature(.unknownKey)
        /// The genuine signature with one bit changed.
        public static let flippedBit = Signature(.flippedBit)

        /// All signatures.
        public static var allCases: [Signature] { Kind.allCases.map { Signature($0) } }

        private init(_ kind: Kind) { self.kind = kind }

        /// Finds a signature by its name; `nil` for an unknown name.
        ///
        /// - Parameter rawValue: The name in the control API.
        public init?(rawValue: String) {
            guard let kind = Kind(rawValue: rawValue) else { return nil }
            self.init(kind)
        }

        /// The name in the control API.
        public var rawValue: String { kind.rawValue }
    }
}
