import Foundation
import ProgramRunner
import SecretStorage
import Testing

/// The program `credentials-doctor`.
@Suite struct CredentialsDoctorTests {
    private let program = Program(name: "credentials-doctor")
    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path

    @Test func `lists a store without its secrets, and ends with the code of what is wrong`() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let store = FileStore(directory: folder)
        try await store.setSecret(SecretBytes("secret-canary".utf8), named: SecretName(service: "app", account: "ann"))

        let list = try await program.run(["list", "--directory", folder])
        #expect(list.status == 0 && list.errors.isEmpty)
        #expect(list.output.hasPrefix("intact\t") && list.output.contains("ann"))
        #expect(!list.output.contains("canary"))

        let wrong = try await program.run(["list", "--directory", folder, "--key-file", folder + "-keys/key"])
        #expect(wrong.status == 77 && wrong.output.isEmpty)
        #expect(wrong.errors.hasPrefix("credentials-doctor: "))
        #expect(try await program.run(["list"]).status == 64)
    }

    @Test(arguments: ["> /dev/full", ">&-"])
    func `N9 a list that cannot be written is a failure`(output: String) async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let store = FileStore(directory: folder)
        // 4097 octets: the C library forgets a failure that leaves its buffer empty.
        for number in 10...26 {
            let account = String(number) + String(repeating: "a", count: 195)
            try await store.setSecret(SecretBytes([1]), named: SecretName(service: "app", account: account))
        }
        #expect(try await program.run(["list", "--directory", folder]).output.utf8.count == 4097)

        let run = try await ProgramRun(
            "/bin/sh", ["-c", #""$0" list --directory "$1" \#(output)"#, program.url.path, folder])

        let errors = String(decoding: run.errors, as: UTF8.self)
        #expect(run.status == 74 && errors.contains("credentials-doctor: the standard output could not be written: "))
        #expect(errors.hasSuffix(": write it to another place\n"))
    }

    @Test func `N9 its manual page has the usage of each command, and examples`() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let run = try await ProgramRun("\(Checkout.path)/scripts/program-files", [program.url.path, folder])

        #expect(run.status == 0)
        let page = try String(contentsOfFile: folder + "/share/man/man1/credentials-doctor.1", encoding: .utf8)
        let usages = page.split(separator: "\n").filter { $0.hasPrefix(#"credentials\-doctor "#) }
        let commands = ["list", "verify", "repair", "clean", "rotate", "rekey", "move"]
        #expect(usages.dropFirst().map { $0.split(separator: " ")[1] } == commands.map { Substring($0) })
        let examples = page.split(separator: ".SH EXAMPLES\n").last ?? ""
        #expect(examples.contains(#"credentials\-doctor move \-\-application"#) && !examples.contains("exit codes"))
        #expect(usages.contains(#"credentials\-doctor clean STORE [\-\-damaged] [\-\-yes] [\-\-dry\-run]"#))
    }
}
