extension EmulatedTenant {
    /// The position where a body ends early, which decides how a client can notice it.
    public struct BodyCut: Sendable, Hashable, RawRepresentable, CaseIterable {
        enum Kind: String, CaseIterable {
            case contentLength = "content-length"
            case chunked
            case byClose = "by-close"
        }

        let kind: Kind

        /// Fewer bytes are sent than `Content-Length` announces.
        public static let contentLength = BodyCut(.contentLength)
        /// The last chunk is not sent.
        public static let chunked = BodyCut(.chunked)
        /// The connection delimits the body, so only the content shows that the body is incomplete.
        public static let byClose = BodyCut(.byClose)

        /// All positions.
        public static var allCases: [BodyCut] { Kind.allCases.map { BodyCut($0) } }

        private init(_ kind: Kind) { self.kind = kind }

        /// Finds a position by its name; `nil` for an unknown name.
        ///
        /// - Parameter rawValue: The name in the control API and on the command line.
        public init?(rawValue: String) {
            guard let kind = Kind(rawValue: rawValue) else { return nil }
            self.init(kind)
        }

        /// The name in the control API and on the command line.
        public var rawValue: String { kind.rawValue }
    }
}
