/// The place of a value in a seed, such as `seed.clients[0].client_id`.
struct SeedPath: Sendable, Hashable, CustomStringConvertible {
    /// One step into an object or an array.
    enum Step: Sendable, Hashable {
        case member(String)
        case element(Int)
    }

    /// The whole seed.
    static let seed = SeedPath(root: "seed")

    /// The name of the value that contains all others.
    let root: String
    private(set) var steps: [Step] = []

    init(root: String) { self.root = root }

    /// The place of a member of the object.
    subscript(name: String) -> SeedPath { appending(.member(name)) }

    /// The place of an element of the array.
    subscript(index: Int) -> SeedPath { appending(.element(index)) }

    private func appending(_ step: Step) -> SeedPath {
        var copy = self
        copy.steps.append(step)
        return copy
    }

    var description: String {
        steps.reduce(root) { text, step in
            switch step {
            case .member(let name): "\(text).\(name)"
            case .element(let index): "\(text)[\(index)]"
            }
        }
    }
}

extension EmulatorError {
    /// Creates the error of a seed, or of a user or client in the form of a seed; the problem has the allowed values.
    static func seed(_ place: SeedPath, _ problem: String) -> EmulatorError {
        EmulatorError(.malformedSeed, "\(place): \(problem)", place: place)
    }
}
