import Foundation
import ProgramRunner
import TenantEmulator
import TestEvents

/// A state file in a temporary folder, and the configuration of a tenant that uses it.
struct StateFileFixture: Sendable {
    private let folder = TemporaryFolder()

    var path: String { folder.path + "/state.json" }

    var configuration: TenantConfiguration {
        var configuration = TenantConfiguration()
        configuration.stateFile = path
        configuration.signingAlgorithm = .es256
        configuration.origin = "http://127.0.0.1:4600"
        return configuration
    }

    var size: Int { (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0 }

    /// Waits until a line that was appended contains a text.
    ///
    /// The file is written half a second after a change, so one request, or two, may need two lines.
    func appends(_ text: String) async -> Bool {
        await SystemState.reaches {
            let lines = (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: "\n") ?? []
            return lines.dropFirst().contains { $0.contains(text) }
        }
    }
}
