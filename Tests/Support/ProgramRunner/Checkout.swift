/// The repository that the tests were compiled from.
package enum Checkout {
    /// The path of the folder of `Package.swift`.
    package static let path: String = #filePath.split(separator: "/").dropLast(4).reduce("") { "\($0)/\($1)" }

    /// The path of the folder `Tests/Fixtures`.
    package static let fixtures = path + "/Tests/Fixtures"
}
