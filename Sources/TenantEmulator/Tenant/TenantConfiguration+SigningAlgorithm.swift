import JOSE

extension TenantConfiguration {
    /// An algorithm that a tenant can sign with.
    public struct SigningAlgorithm: Sendable, Hashable, RawRepresentable, CaseIterable {
        /// The algorithm in the headers of tokens.
        let signature: SignatureAlgorithm

        /// RSASSA-PKCS1-v1_5 with SHA-256.
        public static let rs256 = SigningAlgorithm(.rs256)
        /// RSASSA-PSS with SHA-256.
        public static let ps256 = SigningAlgorithm(.ps256)
        /// ECDSA on P-256 with SHA-256.
        public static let es256 = SigningAlgorithm(.es256)
        /// EdDSA on Ed25519.
        public static let edDSA = SigningAlgorithm(.edDSA)

        /// All algorithms.
        public static var allCases: [SigningAlgorithm] { [.rs256, .ps256, .es256, .edDSA] }

        private init(_ signature: SignatureAlgorithm) { self.signature = signature }

        /// Finds an algorithm by its registered name; `nil` for any other name.
        ///
        /// - Parameter rawValue: The name, such as `RS256`.
        public init?(rawValue: String) {
            guard let known = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
            self = known
        }

        /// The registered name, such as `RS256`.
        public var rawValue: String { signature.rawValue }

        /// Whether the keys are RSA keys.
        var isRSA: Bool { self == .rs256 || self == .ps256 }
    }
}
