import ByteEncodings
import Foundation
import ProgramRunner
import Testing

/// The recipes of "Using the tenant from any language", as a reader copies them; those in Python are in ``WheelTests``.
@Suite(.timeLimit(.minutes(30))) struct RecipeTests {
    /// A recipe, and the program that runs it.
    struct Recipe: CustomTestStringConvertible, Sendable {
        let language: String
        let program: String
        let arguments: [String]
        /// The text in the output of a success.
        let success: String

        var testDescription: String { language }

        /// Whether the program is there, or has to be: `make test` requires what judges.
        var isExpected: Bool { path != nil || PythonJudge.isExpected && program != "java" }

        var path: String? {
            ["/usr/bin", "/usr/local/bin", "/bin"].map { "\($0)/\(program)" }
                .first { FileManager.default.isExecutableFile(atPath: $0) }
        }
    }

    static let recipes = [
        Recipe(language: "js", program: "node", arguments: ["--test"], success: "pass 1"),
        Recipe(language: "java", program: "java", arguments: ["Login.java"], success: "logged in"),
        Recipe(language: "sh", program: "sh", arguments: ["ci.sh"], success: "ready; stop with"),
    ]

    private static let tenant = Program(name: "tenant-emulator").url.deletingLastPathComponent().path

    /// The blocks of a language, by the name in their first line.
    static func files(_ language: String) throws -> [String: String] {
        let article = "\(Checkout.path)/Sources/TenantEmulator/Documentation.docc/AnyLanguage.md"
        let text = try String(contentsOfFile: article, encoding: .utf8)
        let blocks = text.components(separatedBy: "```\(language)\n").dropFirst()
            .compactMap { $0.components(separatedBy: "\n```").first }
        // The shell block of its own starts the program and ends it.
        if language == "sh" { return ["ci.sh": blocks.first { $0.contains("kill \"$program\"") } ?? ""] }
        return Dictionary(
            uniqueKeysWithValues: blocks.compactMap { block in
                block.firstMatch(of: #/^(?:\/\/|#) ([\w.]+)/#).map { (String($0.output.1), block) }
            })
    }

    private static func run(_ recipe: Recipe, path: String, in folder: TemporaryFolder) async throws -> ProgramRun {
        let program = try #require(recipe.path, "\(recipe.program) is missing: apt-get install it")
        for (name, text) in try files(recipe.language) {
            try Data((text + "\n").utf8).write(to: URL(filePath: "\(folder.path)/\(name)"))
        }
        let words = ["-c", #"cd "$1" && shift && exec "$@""#, "sh", folder.path, program] + recipe.arguments
        let environment = ["PATH": "\(path):/usr/bin:/bin", "HOME": folder.path, "TMPDIR": folder.path]
        return try await ProgramRun(
            "/bin/sh", words, environment: environment.merging(Program.runtime) { first, _ in first })
    }

    private static func text(_ run: ProgramRun) -> String { String(decoding: run.output + run.errors, as: UTF8.self) }

    @Test(arguments: recipes.filter(\.isExpected))
    func `a recipe logs in, and ends the program`(recipe: Recipe) async throws {
        let folder = TemporaryFolder()

        let run = try await Self.run(recipe, path: Self.tenant, in: folder)

        #expect(run.status == 0, "\(Self.text(run))")
        #expect(Self.text(run).contains(recipe.success))
    }

    @Test(arguments: recipes.filter(\.isExpected))
    func `a recipe fails at once when the program is missing or ends early`(recipe: Recipe) async throws {
        let (missing, broken) = (TemporaryFolder(), TemporaryFolder())
        let bin = TemporaryFolder()
        try ScriptFile.write("#!/bin/sh\nexit 69\n", to: "\(bin.path)/tenant-emulator")

        let first = try await Self.run(recipe, path: "/nowhere", in: missing)
        let second = try await Self.run(recipe, path: bin.path, in: broken)

        #expect(first.status != 0)
        #expect(second.status != 0)
        #expect(Self.text(second).contains(recipe.language == "sh" ? "ended early" : "ended with 69"))
    }

    @Test func `the ready file has the addresses in one line, and only its owner can read it`() async throws {
        let folder = TemporaryFolder()
        let file = "\(folder.path)/ready.json"
        let script = """
            "$0" --port 0 --ready-file "$1" >/dev/null & program=$!
            until [ -s "$1" ]; do kill -0 $program || exit 1; sleep 0.05; done
            kill $program; wait $program
            """

        let run = try await ProgramRun(
            "/bin/sh", ["-c", script, "\(Self.tenant)/tenant-emulator", file], environment: Program.runtime)
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let json = try JSONValue(parsing: Array(text.utf8))
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int

        #expect(run.status == 0)
        #expect(text.filter { $0 == "\n" }.count == 1)
        #expect(json["domain"]?.string == "http://localhost:\(json["port"]?.integer ?? 0)")
        #expect(json["issuer"]?.string == "\(json["domain"]?.string ?? "")/")
        #expect(json["client_id"]?.string == "emulatorClient0000000000000000001")
        #expect(json["control_token"]?.string?.isEmpty == false)
        #expect(mode == 0o600)
    }
}
