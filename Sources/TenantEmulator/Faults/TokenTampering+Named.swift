extension TokenTampering {
    /// The names of the predefined alterations, grouped by kind.
    ///
    /// Each is also a static member: `alg-none` is ``algNone``.
    public static var names: [String] { predefined.compactMap(\.name) }

    /// Finds a predefined alteration by its name in the control API and on the command line.
    ///
    /// - Parameter name: One of ``names``.
    /// - Throws: ``EmulatorError/Code/unknown`` for any other name.
    public init(named name: String) throws {
        guard let tampering = Self.predefined.first(where: { $0.name == name }) else {
            throw EmulatorError(.unknown, "tampering \(name)")
        }
        self = tampering
    }

    private static let predefined = ofHeader + ofParties + ofTimes
}
