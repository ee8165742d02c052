import Foundation
import Testing

/// The public error types of all modules, as the listings of the public API have them.
@Suite struct LocalizedErrorsTests {
    /// Streams and its test tools import no Foundation, which has `LocalizedError`; the error of a full replay memory
    /// is the cause of another one.
    private static let exceptions: Set<String> = ["MarbleFailure", "RecorderError", "Full"]

    @Test func `K12 each error describes itself in localizedDescription`() throws {
        let folder = Repository.root.appending(path: "Documentation/API")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let listing = try files.filter { $0.pathExtension == "txt" }.flatMap {
            try String(contentsOf: $0, encoding: .utf8).split(separator: "\n")
        }
        let type = /\| (?:@\w+ |final )*(?:struct|class|enum) (?<name>\w+): (?<conformances>[\w, ]+)$/
        let errors = listing.compactMap { line -> (name: String, conformances: [Substring])? in
            guard let match = line.firstMatch(of: type) else { return nil }
            let conformances = match.conformances.split(separator: ", ")
            return conformances.contains("Error") ? (String(match.name), conformances) : nil
        }

        #expect(errors.count > 25)
        let silent = errors.filter { !$0.conformances.contains("LocalizedError") }.map(\.name)
        #expect(Set(silent).subtracting(Self.exceptions) == [])
    }
}
