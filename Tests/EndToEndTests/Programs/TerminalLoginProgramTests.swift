import ProgramRunner
import TenantEmulator
import Testing

@Suite struct TerminalLoginProgramTests {
    private let tenant: EmulatedTenant

    init() throws {
        tenant = try EmulatedTenant.start(.anyPort)
        tenant.faults.set(.alter(try .init(["interval": 1])), on: "/oauth/device/code")
    }

    @Test func `shows a code and a QR code, and greets the user who entered it`() async throws {
        let screen = try Program(name: "TerminalLogin").onTerminal(
            environment: [
                "AUTH0_DOMAIN": tenant.domain, "AUTH0_CLIENT_ID": tenant.clientID, "TERM": "xterm", "LANG": "C.UTF-8",
            ])
        let code = ShownPage.code(in: await screen.text(showing: "The code works"))
        try tenant.approveDevice(userCode: code, as: "john@example.com")
        let end = await screen.end()

        #expect(end.status == 0)
        #expect(end.text.contains("▀") && end.text.contains("\u{1B}[38;5;16;48;5;231m"))
        #expect(end.text.hasSuffix("Hello, John Appleseed\r\n"))
    }

    @Test func `a narrow terminal shows no QR code`() async throws {
        let screen = try Program(name: "TerminalLogin").onTerminal(
            environment: ["AUTH0_DOMAIN": tenant.domain, "AUTH0_CLIENT_ID": tenant.clientID, "LANG": "C.UTF-8"],
            columns: 30)
        let code = ShownPage.code(in: await screen.text(showing: "The code works"))
        try tenant.denyDevice(userCode: code)
        let end = await screen.end()

        #expect(!end.text.contains("▀") && !end.text.contains("\u{1B}"))
        #expect(end.text.hasSuffix("You said no\r\n"))
        #expect(end.status == 1)
    }
}
