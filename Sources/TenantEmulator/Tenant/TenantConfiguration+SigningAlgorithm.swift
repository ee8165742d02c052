extension TenantConfiguration {
    /// An algorithm that a tenant can sign with.
    public struct SigningAlgorithm: Sendable, Hashable, RawRepresentable, CaseIterable {
        enum Kind: String, CaseIterable {
            case rs256 = "RS256"
            case ps256 = "PS256"
            case es256 = "ES256"
            case edDSA = "EdDSA"
        }

        let kind: Kind

        /// RSASSA-PKCS1-v1_5 with SHA-256.
        public static let rs256 = SigningAlgorithm(.rs256)
        /// RSASSA-PSS with SHA-256.
        public static let ps256 = SigningAlgorithm(.ps256)
        /// ECDSA on P-256 with SHA-256.
        public static let es256 = SigningAlgorithm(.es256)
        /// EdDSA on Ed25519.
        public static let edDSA = SigningAlgorithm(.edDSA)

        /// All algorithms.
        public static var allCases: [SigningAlgorithm] { Kind.allCases.map { SigningAlgorithm($0) } }

        private init(_ kind: Kind) { self.kind = kind }

        /// Finds an algorithm by its registered name; `nil` for any other name.
        ///
        /// - Parameter rawValue: The name, such as `RS256`.
        public init?(rawValue: String) {
            guard let kind = Kind(rawValue: rawValue) else { return nil }
            self.init(kind)
        }

        /// The registered name, such as `RS256`.
        public var rawValue: String { kind.rawValue }
    }
}
