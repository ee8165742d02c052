import Foundation
import ProgramRunner
import TenantEmulator
import TestEvents
import Testing

/// Whether the kernel heeds the mode of programs below `/tmp`.
private let allowsSetUserID: Bool = {
    var status = statvfs()
    return statvfs("/tmp", &status) == 0 && status.f_flag & 2 == 0
}()

/// Programs that run set-user-ID: copies of the examples that belong to another user, who has no privileges of root.
@Suite(
    .enabled(if: geteuid() == 0, "only root can give a program to another user"),
    .enabled(if: allowsSetUserID, "the folder for temporary files is mounted with nosuid"),
    .disabled(if: Sanitizer.isActive, "the leak check of a privileged program fails: it may not be traced"))
struct SetUserIDProgramTests {
    private let folder = TemporaryFolder()
    private let tenant: EmulatedTenant
    private let script: BrowserScript

    init() throws {
        tenant = try EmulatedTenant.start(.anyPort)
        script = try BrowserScript(StandInBrowser(tenant))
        chmod(folder.path, 0o755)
        chmod(script.folder, 0o755)
        // The program that opens addresses on every desktop, from a folder that the user has put into `PATH`.
        symlink("chromium", "\(script.folder)/xdg-open")
    }

    /// Runs a copy of a program with variables that a user who has no privileges has chosen.
    private func run(_ name: String, _ arguments: [String], mode: String) async throws -> ProgramRun {
        let copy = "cp \"$0\" \"$1\" && chown 65534 \"$1\" && chmod \(mode) \"$1\""
        let program = "\(folder.path)/\(name)"
        _ = try await ProgramRun("/bin/sh", ["-c", copy, Program(name: name).url.path, program])
        return try await ProgramRun(
            program, arguments,
            environment: [
                "BROWSER": script.command, "PATH": "\(script.folder):/usr/bin:/bin", "DISPLAY": ":0",
                "AUTH0_DOMAIN": tenant.domain, "AUTH0_CLIENT_ID": tenant.clientID, "HOME": folder.path,
            ])
    }

    @Test func `A17, S10 a set-user-ID program starts no browser of the user who started it`() async throws {
        let run = try await run("AnyProvider", [tenant.domain + "/", tenant.clientID], mode: "4755")

        #expect(run.status == 1)
        #expect(String(decoding: run.errors + run.output, as: UTF8.self).contains("privileged"))
        #expect(script.arguments.isEmpty)
    }

    @Test func `A17, S10 a set-user-ID program takes no tenant from the environment`() async throws {
        let privileged = try await run("authcli", ["token"], mode: "4755")
        let plain = try await run("authcli", ["token"], mode: "755")

        #expect(privileged.status == 78)
        #expect(plain.status == 77)
    }
}
