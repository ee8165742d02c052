import ProgramRunner
import TenantEmulator
import Testing

@Suite struct SecondFactorProgramTests {
    @Test func `a user without the app receives a code, and is greeted`() async throws {
        let tenant = try EmulatedTenant.start()
        let screen = try Program(name: "SecondFactor").onTerminal(
            environment: ["AUTH0_DOMAIN": tenant.domain, "AUTH0_CLIENT_ID": tenant.clientID])

        _ = await screen.text(showing: "return for a message: ")
        screen.type("\n")
        _ = await screen.text(showing: "The code that was sent to")
        let code = tenant.inbox.last { $0.recipient == "+15550100500" }?.code
        screen.type((code ?? "none") + "\n")
        let end = await screen.end()

        #expect(end.text.contains("Hello, "))
        #expect(end.status == 0)
    }

    @Test func `a wrong code is reported`() async throws {
        let tenant = try EmulatedTenant.start()
        let screen = try Program(name: "SecondFactor").onTerminal(
            environment: ["AUTH0_DOMAIN": tenant.domain, "AUTH0_CLIENT_ID": tenant.clientID])

        _ = await screen.text(showing: "return for a message: ")
        screen.type("000000\n")
        let end = await screen.end()

        #expect(end.text.hasSuffix("Wrong code\r\n"))
        #expect(end.status == 1)
    }
}
