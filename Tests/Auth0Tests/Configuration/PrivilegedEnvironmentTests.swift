import FoundationEssentials
import Glibc
import LinuxSystemCalls
import ProgramRunner
import Testing

@testable import Auth0

/// Programs whose environment belongs to a user with fewer privileges; each in a process of its own, whose auxiliary
/// vector is changed to the one that the kernel gives to a set-user-ID program.
@Suite struct PrivilegedEnvironmentTests {
    @Test func `S10 a set-user-ID program takes no setting from AUTH0 variables`() async {
        await #expect(processExitsWith: .success) {
            setenv("AUTH0_DOMAIN", "https://tenant.example.com", 1)
            setenv("AUTH0_CLIENT_ID", "chosen", 1)
            setenv("AUTH0_REDIRECT_URL", "http://127.0.0.1:4711/callback", 1)
            setenv("AUTH0_APPLICATION_ID", "com.example.chosen", 1)
            #expect(try Auth0Configuration.find().clientId == "chosen")
            let other = Auth0Configuration(clientId: "chosen", domain: "other.example.com")
            #expect(try Auth0Configuration.find(clientId: nil, domain: "other.example.com") == other)
            let settings = try ProgramSettings.ofProgram()
            #expect(settings.redirectURL == "http://127.0.0.1:4711/callback")
            #expect(settings.applicationID == "com.example.chosen")

            try SetUserID.pretend()

            let error = #expect(throws: ConfigurationError.self) { try Auth0Configuration.find() }
            #expect(error?.code == .missing)
            #expect(throws: ConfigurationError.self) {
                try Auth0Configuration.find(clientId: nil, domain: "other.example.com")
            }
            #expect(try Auth0Configuration.find(clientId: "chosen", domain: "other.example.com") == other)
            let privileged = try ProgramSettings.ofProgram()
            #expect(privileged.redirectURL == nil && privileged.applicationID == nil)
            let client = Auth0.authentication()
            #expect(client.clientId.isEmpty && client.url.absoluteString == "file:///")
            let failure = await #expect(throws: AuthenticationError.self) { _ = try await client.jwks().start() }
            #expect((failure?.cause as? ConfigurationError)?.code == .missing)
        }
    }

    @Test func `S10 a set-user-ID program finds no program by PATH, also one that is set after the start`() async {
        await #expect(processExitsWith: .success) {
            setenv("PATH", "/usr/bin:/bin", 1)
            #expect(ProgramSearch.path(of: "sh") != nil)

            try SetUserID.pretend()

            #expect(ProgramSearch.path(of: "sh") == nil)
            #expect(ProcessEnvironment["PATH"] == nil && ProcessEnvironment.forOtherPrograms.isEmpty)
            setenv("PATH", "/bin", 1)
            #expect(ProgramSearch.path(of: "sh") == nil)
            #expect(ProgramSearch.path(of: "/bin/sh") == "/bin/sh")
        }
    }
}
