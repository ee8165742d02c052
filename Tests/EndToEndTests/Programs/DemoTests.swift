import TenantEmulator
import Testing

@Suite struct DemoTests {
    @Test func `the demo passes, also when its port is taken, and shows no secret`() async throws {
        let squatter = try? EmulatedTenant.start(TenantConfiguration(port: 4400))
        defer { squatter?.stop() }

        let outcome = try await Program(name: "Demo").run()

        #expect(outcome.output.hasSuffix("\ndemo: 34 steps, all passed\n"))
        #expect(outcome.status == 0)
        #expect(!outcome.output.contains("eyJ"))
        #expect(!outcome.output.contains("Correct-Horse-7"))
    }
}
