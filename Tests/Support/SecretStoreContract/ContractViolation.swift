import SecretStorage

/// A rule that a store does not keep.
package struct ContractViolation: Error, CustomStringConvertible {
    package let description: String
}

/// Two views of the same secrets, such as two stores with one folder, or one store twice.
package struct StorePair<Store> {
    let store: Store
    let other: Store
    /// The longest time until one of them notices a change by the other one.
    let delay: Duration

    /// Creates a pair.
    ///
    /// - Parameters:
    ///   - store: A store without secrets.
    ///   - other: A store with the same secrets.
    ///   - delay: The longest time until a change is noticed.
    package init(_ store: Store, _ other: Store, delay: Duration = .zero) {
        self.store = store
        self.other = other
        self.delay = delay
    }

    func require(_ condition: Bool, line: Int = #line) throws {
        guard condition else { throw ContractViolation(description: "line \(line) of the contract") }
    }
}

extension SecretBytes {
    var bytes: [UInt8] { withUnsafeBytes { Array($0) } }
}
