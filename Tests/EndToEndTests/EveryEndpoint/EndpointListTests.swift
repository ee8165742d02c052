import Foundation
import ProgramRunner
import Testing

/// The list of calls that other tests use, compared with the sources.
@Suite struct EndpointListTests {
    @Test func `every method that returns a request is in EndpointCalls.swift`() throws {
        let sources = URL(filePath: Checkout.path + "/Sources/Auth0")
        let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
        let texts = try (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
            .map { try String(contentsOf: $0, encoding: .utf8) }

        // Overloads with default arguments call the requirement, and count with it: most end in `_: Void`. So do those
        // for doubles with values of `Any`.
        var declared = texts.flatMap { text in
            text.matches(of: #/ *public func (\w+)([^{]*?)-> Request</#)
                .filter { !$0.2.contains("_: Void") && !$0.2.contains("[String: Any]") }.map { String($0.1) }
        }
        for name in ["renew", "resetPassword", "ssoExchange", "userInfo", "customTokenExchange"] {
            declared.firstIndex(of: name).map { _ = declared.remove(at: $0) }
        }

        #expect(declared.count > 40)
        let difference = EndpointCall.all.map(\.name).sorted().difference(from: declared.sorted())
        #expect(difference.isEmpty)
    }
}
