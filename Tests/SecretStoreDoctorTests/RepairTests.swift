import Foundation
import Glibc
import OpenSSLCryptography
import ProgramRunner
import SecretStorage
import SecretStoreDoctor
import Testing

/// Folders that something damaged, folders that are no store, and what the doctor asks before it changes one.
@Suite struct RepairTests {
    private let folder = TemporaryFolder()
    private let name = SecretName(service: "app", account: "john")
    private let other = SecretName(service: "app", account: "jane")

    private var path: String { folder.path + "/s" }
    private var store: FileStore { FileStore(directory: path) }
    private var records: [String] { folder.paths.filter { $0.hasPrefix("s/") && $0.hasSuffix(".sealed") } }

    private func doctor(_ command: String, _ more: String..., isAgreed: Bool? = true) -> StoreDoctor.Ending {
        StoreDoctor.run([command, "--directory", path] + more, confirmation: { _ in isAgreed })
    }

    private func twoSecrets() throws {
        try store.setSecret(SecretBytes([1]), named: name)
        try store.setSecret(SecretBytes([2]), named: other)
    }

    /// The names, modes and contents of a folder.
    private func state(_ path: String) throws -> [String: String] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: path) + ["."]
        return Dictionary(
            uniqueKeysWithValues: paths.map { file in
                var status = stat()
                lstat("\(path)/\(file)", &status)
                let contents = FileManager.default.contents(atPath: "\(path)/\(file)").map { Array($0) }
                return (file, "\(status.st_mode) \(contents ?? [])")
            })
    }

    @Test(arguments: [[], ["--yes"], ["--dry-run"]])
    func `C27 a repair that cannot check the secrets says so, and what to do`(options: [String]) throws {
        let store = FileStore(directory: path, key: .file(folder.path + "/keys/key"))
        try store.setSecret(SecretBytes([1]), named: name)

        let ending = StoreDoctor.run(["repair", "--directory", path] + options, confirmation: { _ in true })

        #expect(ending.code == EX_NOPERM)
        #expect(!ending.output.contains { $0.hasPrefix("nothing to do") })
        #expect(ending.errors.first?.contains("not checked") == true)
        #expect(ending.errors.contains { $0.contains("--key-lost") })
        #expect(try store.secret(named: name) != nil)
    }

    @Test(arguments: [
        "key missing", "key empty", "key damaged", "key a folder", "key a link", "record empty", "record damaged",
        "record a folder", "record a link", "with another name", "modes", "lock a folder", "numbers damaged",
        "everything",
    ])
    func `C27 repair brings a folder back to working order, and says what is lost`(damage: String) throws {
        try twoSecrets()
        let file = try #require(records.first)
        func isDamaged(_ name: String) -> Bool { damage == name || damage == "everything" }
        if isDamaged("key missing") { unlink(path + "/key") }
        if damage == "key empty" { try folder.overwrite("s/key", []) }
        if damage == "key damaged" { try folder.overwrite("s/key", folder.bytes("s/key").dropLast() + [0, 1]) }
        if damage == "key a folder" || damage == "key a link" {
            rename(path + "/key", folder.path + "/elsewhere")
            if damage == "key a folder" { mkdir(path + "/key", 0o700) } else { symlink("../elsewhere", path + "/key") }
        }
        if damage == "record empty" { try folder.overwrite(file, []) }
        if damage == "record damaged" { try folder.overwrite(file, folder.bytes(file).dropLast()) }
        if damage == "with another name" {
            link("\(folder.path)/\(file)", folder.path + "/elsewhere")
            link(path + "/key", folder.path + "/backup")
        }
        if isDamaged("record a folder") {
            unlink("\(folder.path)/\(file)")
            mkdir("\(folder.path)/\(file)", 0o700)
        }
        if damage == "record a link" {
            rename("\(folder.path)/\(file)", folder.path + "/elsewhere")
            symlink(folder.path + "/elsewhere", "\(folder.path)/\(file)")
        }
        if isDamaged("lock a folder") {
            unlink(path + "/lock")
            mkdir(path + "/lock", 0o700)
        }
        if isDamaged("numbers damaged") { try Data([1]).write(to: URL(filePath: path + "/generations")) }
        if isDamaged("modes") {
            for file in records { chmod("\(folder.path)/\(file)", 0o666) }
            chmod(path, 0o777)
        }
        let isKeyLost = damage.hasPrefix("key") || damage == "everything"
        let lost = isKeyLost ? 2 : damage.hasPrefix("record") ? 1 : 0

        let plan = doctor("repair", "--dry-run")
        let ending = doctor("repair")

        #expect(ending.code == 0 && ending.errors.isEmpty)
        #expect(plan.code == 0)
        #expect(plan.output.dropFirst().sorted() == ending.output.filter { $0.contains("\"") }.sorted())
        #expect(ending.output.contains { $0.hasPrefix("lost: \(lost) secret") } == (lost > 0))
        #expect(doctor("verify") == StoreDoctor.Ending(code: 0, output: [], errors: []))
        #expect(doctor("repair", "--dry-run").output.first?.hasPrefix("nothing to do") == true)
        #expect(try store.accounts(ofService: "app").count == 2 - lost)
        try store.setSecret(SecretBytes([3]), named: name)
        #expect(try store.secret(named: name)?.bytes == [3])
        #expect(doctor("clean").code == 0 && doctor("verify").code == 0)
    }

    @Test func `C27 the advice for a damaged key leads to a repair, and that to a working store`() throws {
        try twoSecrets()
        try folder.overwrite("s/key", [])

        for command in ["list", "verify", "rotate"] {
            let ending = doctor(command)
            #expect(ending.code == 65 && ending.errors.joined().contains("repair"), "\(command)")
        }

        #expect(doctor("repair").code == 0)
        #expect(doctor("verify").code == 0)
    }

    @Test func `C27 a store whose passphrase is lost is put aside when the user says so`() throws {
        let sealed = FileStore(directory: path, key: .passphrase(SecretBytes("phrase-canary".utf8), cost: .minimum))
        try sealed.setSecret(SecretBytes([1]), named: name)
        let ending = doctor("verify")
        #expect(ending.code == 77 && ending.errors.joined().contains("--key-lost"))

        #expect(doctor("repair", "--key-lost").output.contains { $0.hasPrefix("lost: 1 secret;") })

        let other = FileStore(directory: path, key: .passphrase(SecretBytes("new".utf8), cost: .minimum))
        try other.setSecret(SecretBytes([2]), named: name)
        #expect(try other.secret(named: name)?.bytes == [2])
        #expect(folder.paths.contains("s/key.damaged"))
    }

    @Test(arguments: ["files", "nothing", "a key of another program", "the sealed file of another program"])
    func `C27 a folder that is no store is refused by each command, and stays as it is`(contents: String) throws {
        mkdir(path, 0o755)
        if contents != "nothing" {
            for (name, mode) in [("run.sh", 0o755), ("a.new", 0o644), ("b.damaged", 0o644)] as [(String, mode_t)] {
                try Data([1]).write(to: URL(filePath: "\(path)/\(name)"))
                chmod("\(path)/\(name)", mode)
            }
        }
        if contents == "a key of another program" { try Data([1]).write(to: URL(filePath: path + "/key")) }
        if contents == "the sealed file of another program" {
            try Data([1]).write(to: URL(filePath: path + "/letter.sealed"))
        }
        let before = try state(path)

        for command in ["list", "verify", "repair", "clean", "rotate"] {
            let ending = doctor(command)
            #expect(ending.code == 69, "\(command)")
            #expect(ending.errors.count == 1 && ending.errors[0].contains("no store"))
            #expect(ending.errors[0].contains(path))
        }
        #expect(doctor("clean", "--damaged", "--yes").code == 69)
        #expect(doctor("repair", "--key-lost", "--yes").code == 69)
        #expect(try state(path) == before)
    }

    @Test func `C27 only the files of a store are changed in its folder`() throws {
        try twoSecrets()
        for name in ["run.sh", "a.new", "notes.damaged", "lock.txt", "A\(String(repeating: "0", count: 63)).sealed"] {
            try Data([1]).write(to: URL(filePath: "\(path)/\(name)"))
            chmod("\(path)/\(name)", 0o755)
        }
        let id = String(repeating: "0", count: 64)
        for name in ["generations", "\(id).lock", "\(id).sealed.17.new", "key.3.new", "\(id).sealed.2.damaged"] {
            try Data([1]).write(to: URL(filePath: "\(path)/\(name)"))
        }
        mkdir("\(path)/\(id).sealed.damaged", 0o700)
        let before = try state(path)

        #expect(doctor("clean").output == ["removed 4"])
        #expect(doctor("clean", "--damaged").output == ["removed 2"])
        #expect(doctor("repair").code == 0)

        let after = try state(path)
        #expect(Set(before.keys).subtracting(after.keys).count == 6)
        #expect(after.allSatisfy { before[$0.key] == $0.value })
    }

    @Test(arguments: ["verify", "repair", "rotate", "move"])
    func `C27 a command treats the sealed files of other programs as no secrets`(command: String) throws {
        try twoSecrets()
        try Data([1]).write(to: URL(filePath: path + "/letter.sealed"))
        mkdir(path + "/letters.sealed", 0o755)
        let foreign = try state(path).filter { $0.key.hasPrefix("letter") }

        let more = command == "move" ? ["--to-directory", folder.path + "/t"] : []
        let ending = StoreDoctor.run([command, "--directory", path] + more, confirmation: { _ in true })

        #expect(ending.code == 0 && ending.errors.isEmpty)
        let store = command == "move" ? FileStore(directory: folder.path + "/t") : self.store
        #expect(try store.accounts(ofService: "app") == ["jane", "john"])
        #expect(try state(path).filter { $0.key.hasPrefix("letter") } == foreign)
    }

    @Test func `C27 clean removes the other files when a folder that was put aside is not empty`() throws {
        try twoSecrets()
        let asides = ["0", "1", "2"].map { "\(path)/\(String(repeating: $0, count: 64)).sealed.damaged" }
        for aside in asides { mkdir(aside, 0o700) }
        try Data([1]).write(to: URL(filePath: asides[1] + "/inside"))

        let ending = doctor("clean", "--damaged")

        #expect(ending.code == 74 && ending.errors.first?.contains(asides[1]) == true)
        #expect(asides.filter { FileManager.default.fileExists(atPath: $0) } == [asides[1]])
        #expect(try store.accounts(ofService: "app") == ["jane", "john"])
    }

    @Test func `C27 a new key puts no sealed file of another program aside`() throws {
        mkdir(path, 0o700)
        try Data([1]).write(to: URL(filePath: path + "/letter.sealed"))

        #expect(try store.secret(named: name) == nil)
        try twoSecrets()

        #expect(Set(folder.paths.filter { $0.hasPrefix("s/letter") }) == ["s/letter.sealed"])
        #expect(try store.accounts(ofService: "app") == ["jane", "john"])
    }

    @Test(arguments: ["repair", "clean", "rotate", "move", "rekey"])
    func `C27 a command that changes a store asks before, and changes nothing without a yes`(command: String) throws {
        try twoSecrets()
        try Data([1]).write(to: URL(filePath: path + "/generations"))
        chmod(path + "/lock", 0o644)
        let more = [
            "move": ["--to-directory", folder.path + "/t"], "rekey": ["--to-key-file", folder.path + "/k/key"],
        ]
        let arguments = [command, "--directory", path] + (more[command] ?? [])
        let before = try state(path)
        var asked: [[String]] = []

        let silent = StoreDoctor.run(arguments, confirmation: { _ in nil })
        let refused = StoreDoctor.run(
            arguments,
            confirmation: { plan in
                asked.append(plan)
                return false
            })
        let dry = StoreDoctor.run(arguments + ["--dry-run"], confirmation: { _ in nil })

        #expect(silent.code == 64 && silent.errors.first?.contains("--yes") == true)
        #expect(refused.code == 1 && asked.count == 1 && asked[0].joined().contains(path))
        #expect(dry.code == 0 && dry.output == asked[0] && silent.output == asked[0])
        #expect(try state(path) == before)
        #expect(StoreDoctor.run(arguments + ["--yes"], confirmation: { _ in nil }).code == 0)
        #expect(try state(path) != before)
    }

    @Test func `K9 names show no character that changes the order of letters`() throws {
        try store.setSecret(SecretBytes([1]), named: SecretName(service: "app", account: "jo\u{202E}hn ü\u{1B}"))

        let line = try #require(doctor("list").output.first)

        #expect(line.hasSuffix(#""jo\u{202E}hn ü\u{1B}""#))
    }
}
