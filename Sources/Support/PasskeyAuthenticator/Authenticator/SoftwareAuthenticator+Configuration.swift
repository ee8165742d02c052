extension SoftwareAuthenticator {
    /// The settings of an authenticator.
    public struct Configuration: Sendable {
        /// The service name of the passkeys in the store; `passkeys` by default.
        public var service: String
        /// The check that the user is present. The default, ``CallerPresence``, treats the call as consent and never
        /// verifies the user.
        public var presence: any PresenceCheck
        /// The algorithms of new passkeys; the relying party's order of preference decides among them. ES256 and EdDSA
        /// by default; an algorithm that the authenticator does not support is ignored.
        public var algorithms: Set<COSEAlgorithm>
        /// The attestation of new passkeys; none by default.
        public var attestation: Attestation
        /// The backup state of the keys; never backed up by default. A passkey created with ``Backup/never`` keeps that
        /// state.
        public var backup: Backup

        /// Creates settings: the memberwise initializer, whose parameters are the same as the properties.
        public init(
            service: String = "passkeys", presence: any PresenceCheck = .caller,
            algorithms: Set<COSEAlgorithm> = [.es256, .edDSA], attestation: Attestation = .none,
            backup: Backup = .never
        ) {
            (self.service, self.presence, self.algorithms) = (service, presence, algorithms)
            (self.attestation, self.backup) = (attestation, backup)
        }
    }
}
