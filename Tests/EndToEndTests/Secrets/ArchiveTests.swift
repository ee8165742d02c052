import Foundation
import ProgramRunner
import TestEvents
import Testing

/// A program that is linked with static archives, from which the linker takes only the files that the program refers
/// to.
@Suite(.timeLimit(.minutes(30))) struct ArchiveTests {
    private static let modules = [
        "Auth0", "OpenID", "JOSE", "SimpleKeychain", "SecretStorage", "LoginBrowsers", "PasskeyAuthenticator",
        "QRCodeSymbols", "RequestPipeline", "LibcurlTransport", "HTTPMessages", "Streams", "StreamsExtras",
        "OpenSSLCryptography",
        "LinuxSystemCalls", "ByteEncodings",
    ]

    private static let program = """
        import Auth0
        import HTTPMessages

        let secret = "canary"
        let url = try HTTPURL("https://a.example/p?token=\\(secret)")
        let fields: TransportFields = ["Authorization": "Bearer \\(secret)"]
        let request = TransportRequest(method: .post, url: url, fields: fields, body: Array(secret.utf8))
        let response = TransportResponse(status: 200, fields: fields, body: Array(secret.utf8))
        let login = Auth0.authentication(clientId: "c", domain: "a.example").login(
            usernameOrEmail: "u", password: secret, realmOrConnection: "r")
        let credentials = Credentials(accessToken: secret, refreshToken: secret)
        let values: [Any] = [url, fields, request, response, login, login.onMainActor(), fields.makeIterator(), credentials]
        for value in values {
            print(value, "\\(value)", String(reflecting: value))
            dump(value)
        }
        """

    @Test(.enabled(if: !Sanitizer.isActive))
    func `K6 a program that is linked from archives prints no secret`() throws {
        let folder = TemporaryFolder()
        let build = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let sources = Checkout.path + "/Sources/CModules"
        try Self.program.write(toFile: folder.path + "/main.swift", atomically: true, encoding: .utf8)
        let script = """
            set -e
            cd '\(folder.path)'
            for module in \(Self.modules.joined(separator: " ")); do
                # The objects of removed files stay in the folder.
                objects='\(build.path)'/$module.build
                sed -E "s|.*/(.*)|$objects/\\1.o|" "$objects/sources" | xargs ar rcs lib$module.a
            done
            maps=$(for map in '\(sources)'/*/module.modulemap; do printf ' -Xcc -fmodule-map-file=%s' "$map"; done)
            swiftc main.swift -I '\(build.path)/Modules' $maps lib*.a lib*.a lib*.a -lcurl -lssl -lcrypto -o program 2>&1
            ./program
            """

        let output = try Self.run(script)

        #expect(output.contains("TransportRequest(POST https://a.example/p)"))
        #expect(!output.contains("canary"))
    }

    private static func run(_ script: String) throws -> String {
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-c", script]
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: output, as: UTF8.self)
    }
}
