/// The bounds of the tolerated difference between two clocks, the same for every check of this package.
package enum Leeway: Sendable {
    /// The advice for a leeway out of bounds.
    package static let advice = "the leeway has to be 0 to 300 seconds"

    /// Returns a leeway in whole seconds, without its fraction; `nil` if it is negative or above 300 seconds.
    package static func seconds(_ leeway: Duration) -> Int? {
        guard (.zero ... .seconds(300)).contains(leeway) else { return nil }
        return Int(leeway.components.seconds)
    }
}
