import Foundation
import OpenID
import QRCodeSymbols
import Testing

@Suite struct DeviceInstructionsTests {
    private let seen = Page()

    private func device(_ page: String = "https://t.example/activate", lifetime: Int = 900) throws
        -> DeviceAuthorization
    {
        let json = """
            {"device_code": "canary-device", "user_code": "WDJB-MJHT", "verification_uri": "\(page)",
            "verification_uri_complete": "\(page)?user_code=WDJB-MJHT", "expires_in": \(lifetime)}
            """
        return try JSONDecoder().decode(DeviceAuthorization.self, from: Data(json.utf8))
    }

    private func terminal(columns: Int? = nil, usesColor: Bool = false) -> TerminalOutput {
        TerminalOutput(columns: columns, usesColor: usesColor) { [seen] in seen.write($0) }
    }

    @Test func `RFC 8628 §3.3.1 shows the address, the code and a QR code to compare it with`() throws {
        let device = try device()
        let symbol = try #require(device.qrCode)

        terminal().show(device)

        let lines = seen.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.contains("To log in, open  https://t.example/activate"))
        #expect(lines.contains("on any device and enter the code  WDJB-MJHT"))
        #expect(lines.contains("Or scan this with a phone, and compare the code:"))
        #expect(seen.text.contains(symbol.terminalText(QRSymbol.TerminalRendering(usesColor: false))))
        #expect(seen.text.hasSuffix("\nThe code works for 15 minutes.\n"))
    }

    @Test func `a terminal that is too narrow for a QR code gets two lines`() throws {
        terminal(columns: 20).show(try device())

        #expect(
            seen.text == """
                To log in, open https://t.example/activate on any device and enter the code WDJB-MJHT
                The code works for 15 minutes.

                """)
    }

    @Test(arguments: [(900, nil, 15), (900, 300, 5), (60, 300, 1), (59, nil, 1), (900, 1, 1)] as [(Int, Int?, Int)])
    func `says the shorter one of the lifetime and the timeout`(lifetime: Int, timeout: Int?, minutes: Int) throws {
        terminal(columns: 20).show(try device(lifetime: lifetime), timeout: timeout.map { .seconds($0) })

        #expect(seen.text.hasSuffix("The code works for \(minutes) minute\(minutes == 1 ? "" : "s").\n"))
    }

    @Test func `a program can speak another language`() throws {
        var terminal = terminal(usesColor: true)
        terminal.deviceText = { instructions in
            let hasDrawing = instructions.qrCode?.isEmpty == false
            return "\(instructions.address) öffnen: \(instructions.code), \(instructions.lifetime), \(hasDrawing)\n"
        }

        terminal.show(try device(), timeout: .seconds(300))

        let bold = { (text: String) in "\u{1B}[1m\(text)\u{1B}[0m" }
        let (page, code) = (bold("https://t.example/activate"), bold("WDJB-MJHT"))
        #expect(seen.text == "\(page) öffnen: \(code), \(Duration.seconds(300)), true\n")
    }

    @Test func `L1 a description of the instructions has no code`() throws {
        var terminal = terminal()
        terminal.deviceText = { instructions in
            var dumped = ""
            dump(instructions, to: &dumped)
            return "\(instructions)\n\(String(reflecting: instructions))\n\(dumped)"
        }

        terminal.show(try device())

        #expect(seen.text.contains("https://t.example/activate"))
        for secret in ["WDJB", "canary-device", "█"] { #expect(!seen.text.contains(secret)) }
    }
}
