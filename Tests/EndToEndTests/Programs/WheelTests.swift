import Foundation
import ProgramRunner
import Testing

/// The Python wheel of the emulator, in a virtual environment of its own with the SDK of Auth0 and pytest.
@Suite(.enabled(if: PythonJudge.isExpected, "run `make test`, which installs the SDK"), .timeLimit(.minutes(30)))
struct WheelTests {
    private static let program = Program(name: "tenant-emulator").url.path

    /// Makes a wheel of the program of this build, and installs it; then runs a shell command in the folder.
    private static func run(_ command: String, in folder: TemporaryFolder) async throws -> ProgramRun {
        let script = """
            set -eu
            cd "$1"
            [ -d python ] || {
                "$2/scripts/wheel" --fast . 2>/dev/null
                python3 -m venv --without-pip python
                packages=$(echo python/lib/python3*/site-packages)
                "$2/.build/python/bin/python3" -m pip -q --python python/bin/python3 install --no-index --no-deps *.whl
                echo "$2/.build/python/lib/${packages#python/lib/}" >"$packages/judges.pth"
            }
            \(command)
            """
        let environment = [
            "PATH": "\(folder.path)/python/bin:/usr/bin:/bin", "HOME": folder.path, "TMPDIR": folder.path,
            "PROGRAM": program, "PYTHONDONTWRITEBYTECODE": "1",
        ]
        return try await ProgramRun(
            "/bin/sh", ["-c", script, "sh", folder.path, Checkout.path],
            environment: environment.merging(Program.runtime) { first, _ in first })
    }

    private static func text(_ run: ProgramRun) -> String { String(decoding: run.output + run.errors, as: UTF8.self) }

    private static let pytest = "python -m pytest -q -p no:cacheprovider"

    @Test func `E14 the recipes in Python log in with the installed wheel, which reports a failed start`() async throws
    {
        let folder = TemporaryFolder()
        for (name, text) in try RecipeTests.files("python") {
            try Data((text + "\n").utf8).write(to: URL(filePath: "\(folder.path)/\(name)"))
        }

        let passed = try await Self.run(Self.pytest, in: folder)
        let version = try await Self.run("tenant-emulator --version", in: folder)
        let options = """
            import pytest
            @pytest.fixture(scope="session")
            def tenant_emulator_options(): return ["--frob"]
            """
        try Data(options.utf8).write(to: URL(filePath: "\(folder.path)/conftest.py"))
        let failed = try await Self.run("\(Self.pytest) test_login.py", in: folder)

        #expect(passed.status == 0 && Self.text(passed).contains("3 passed"), "\(Self.text(passed))")
        #expect(Self.text(version).hasPrefix("tenant-emulator "), "\(Self.text(version))")
        #expect(failed.status == 1)
        #expect(Self.text(failed).contains("tenant-emulator ended with 64: "), "\(Self.text(failed))")
        #expect(Self.text(failed).contains("unknown argument --frob; try --help"))
        #expect(!Self.text(failed).contains("Traceback"))
    }
}
