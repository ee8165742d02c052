import Foundation
import LinuxSystemCalls
import ProgramRunner
import Testing

@testable import LoginBrowsers

/// The settings of the desktop; each registration runs in a process of its own, because it uses the environment.
@Suite struct SchemeHandlerTests {
    private let home = TemporaryFolder()
    private static let entry = ".local/share/applications/com.example.a.desktop"

    @Test(arguments: [
        "myapp", "", "https", ".com", "com.", "com..a", "1com.a", "com.a b", "com.a/b", "../com.a", "com.ä",
    ])
    func `A13 a scheme that any program could use is refused`(scheme: String) {
        #expect(throws: SchemeHandlerError.self) { try SchemeHandler(application: "com.example.a", scheme: scheme) }
        #expect(throws: SchemeHandlerError.self) { try SchemeHandler(application: scheme) }
    }

    @Test func `a program that no desktop can start is refused`() {
        for path in ["program", "./program", "/a=b/program", "/a\nb", "/100%", ""] {
            #expect(throws: SchemeHandlerError.self) {
                try SchemeHandler(application: "com.example.a", executable: path)
            }
        }
        #expect(throws: SchemeHandlerError.self) { try SchemeHandler(application: "com.example.a", name: "A\nExec=b") }
        #expect(throws: SchemeHandlerError.self) { try SchemeHandler(application: "com.example.a", arguments: ["\0"]) }
    }

    @Test func `a program that an update has replaced while it runs is registered by its path`() {
        for link in ["/opt/a b/notes", "/opt/a b/notes (deleted)"] {
            #expect(RunningProgram.path(ofLink: Array(link.utf8)) == Array("/opt/a b/notes".utf8))
        }
    }

    @Test(arguments: [true, false])
    func `registers, registers again without a change, and unregisters`(hasTools: Bool) async throws {
        await #expect(processExitsWith: .success) { [home = home.path as String, hasTools] in
            try enter(home, hasTools: hasTools)
            let list = "\(home)/.config/mimeapps.list"
            try TemporaryFolder.write("[Default Applications]\ntext/html=b.desktop\n", to: list)
            let handler = try SchemeHandler(application: "com.example.a", name: "An example")
            #expect(!handler.isRegistered())

            try handler.register()
            let (files, chosen) = (TemporaryFolder.files(in: home), TemporaryFolder.text(list))
            try handler.register()

            #expect(handler.isRegistered())
            #expect(files.filter { !$0.hasSuffix("mimeinfo.cache") } == [".config/mimeapps.list", Self.entry])
            #expect(TemporaryFolder.files(in: home) == files && TemporaryFolder.text(list) == chosen)
            #expect(chosen.contains("text/html=b.desktop\n"))
            #expect(chosen.contains("\nx-scheme-handler/com.example.a=com.example.a.desktop"))
            #expect(try !SchemeHandler(application: "com.example.a", executable: "/bin/true").isRegistered())

            try handler.unregister()
            try handler.unregister()
            #expect(!handler.isRegistered())
            #expect(
                TemporaryFolder.files(in: home).filter { !$0.hasSuffix("mimeinfo.cache") } == [".config/mimeapps.list"])
            #expect(TemporaryFolder.text(list) == "[Default Applications]\ntext/html=b.desktop\n")
        }
    }

    @Test func `the desktop's own tools find the registered handler`() async throws {
        await #expect(processExitsWith: .success) { [home = home.path as String] in
            try enter(home)
            try SchemeHandler(application: "com.example.a", name: " A \\ name; of 100%").register()

            let judged = try await ProgramRun("/usr/bin/desktop-file-validate", ["\(home)/\(Self.entry)"])
            let variables = ["HOME": home, "PATH": "/usr/bin:/bin", "XDG_CURRENT_DESKTOP": "X-Generic"]
            let asked = try await ProgramRun(
                "/usr/bin/xdg-mime", ["query", "default", "x-scheme-handler/com.example.a"], environment: variables)

            #expect(judged.status == 0 && judged.output.isEmpty)
            #expect(String(decoding: asked.output, as: UTF8.self) == "com.example.a.desktop\n")
            #expect(TemporaryFolder.text("\(home)/.local/share/applications/mimeinfo.cache").contains("com.example.a"))
        }
    }

    @Test(arguments: [
        "/a program", "/a'program", "/a\"b", "/a\\b", "/a`id`", "/$HOME", "/a;b&c|d", "/(a)<b>*?#~",
        "/ä", "/plain",
    ])
    func `GLib starts a program with any name`(name: String) async throws {
        let program = home.path + name
        // A link and not a copy, because a newly written file cannot always be executed.
        symlink("\(Checkout.fixtures)/browsers/program-that-tells", program)
        mkfifo("\(home.path)/pipe", 0o600)
        await #expect(processExitsWith: .success) { [home = home.path as String, program = program as String] in
            try enter(home)
            let handler = try SchemeHandler(
                application: "com.example.a", executable: program, arguments: ["--from", "100%u", "a \\ \"desktop\""])
            try handler.register()

            // `gio` does not wait for the program.
            let run = try await ProgramRun(
                "/bin/sh",
                ["-c", "gio launch \"$1\" \"$2\" && timeout 300 cat pipe", "sh", Self.entry, "com.example.a:/?a=$(b)"],
                environment: ["HOME": home, "PATH": "/usr/bin:/bin", "PWD": home])

            #expect(
                String(decoding: run.output, as: UTF8.self)
                    == "\(program)\n--from\n100%u\na \\ \"desktop\"\ncom.example.a:/?a=$(b)\n")
        }
    }

    @Test func `an entry that was installed with the program is not overwritten`() async throws {
        await #expect(processExitsWith: .success) { [home = home.path as String] in
            try enter(home)
            let handler = try SchemeHandler(application: "com.example.a")
            let own = "[Desktop Entry]\nType=Application\nName=A\nExec=a %u\n"
            try TemporaryFolder.write(own, to: "\(home)/\(Self.entry)")
            #expect { try handler.register() } throws: { ($0 as? SchemeHandlerError)?.code == .occupied }
            #expect { try handler.unregister() } throws: { ($0 as? SchemeHandlerError)?.code == .occupied }
            #expect(TemporaryFolder.text("\(home)/\(Self.entry)") == own)

            setenv("XDG_DATA_HOME", "\(home)/other", 1)
            setenv("XDG_DATA_DIRS", "\(home)/.local/share", 1)
            #expect { try handler.register() } throws: { error in
                (error as? SchemeHandlerError)?.code == .occupied
                    && "\(error)".contains("MimeType=x-scheme-handler/com.example.a;")
            }
            #expect(!TemporaryFolder.files(in: home).contains { $0.hasPrefix("other") })
        }
    }

    @Test func `changes the list of the current desktop if that decides, and keeps a symbolic link`() async throws {
        await #expect(processExitsWith: .success) { [home = home.path as String] in
            try enter(home, hasTools: false)
            setenv("XDG_CURRENT_DESKTOP", "ubuntu:GNOME", 1)
            let decided = "[Default Applications]\nx-scheme-handler/com.example.a=b.desktop\n"
            try TemporaryFolder.write(decided, to: "\(home)/dotfiles/list")
            try TemporaryFolder.write("", to: "\(home)/.config/mimeapps.list")
            symlink("\(home)/dotfiles/list", "\(home)/.config/gnome-mimeapps.list")
            chmod("\(home)/dotfiles/list", 0o600)

            try SchemeHandler(application: "com.example.a").register()

            var status = stat()
            #expect(lstat("\(home)/.config/gnome-mimeapps.list", &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
            #expect(stat("\(home)/dotfiles/list", &status) == 0 && status.st_mode & 0o777 == 0o600)
            #expect(TemporaryFolder.text("\(home)/dotfiles/list").contains("=com.example.a.desktop;b.desktop;\n"))
            #expect(TemporaryFolder.text("\(home)/.config/mimeapps.list").isEmpty)
        }
    }

    @Test func `N9 an entry of the desktop that cannot be read is named, with what to do`() async throws {
        await #expect(processExitsWith: .success) { [home = home.path as String] in
            try enter(home, hasTools: false)
            let path = "\(home)/\(Self.entry)"
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)

            let error = #expect(throws: SchemeHandlerError.self) {
                try SchemeHandler(application: "com.example.a").register()
            }

            #expect(error?.detail == "\(path) cannot be read as UTF-8: correct or remove it")
        }
    }

    @Test func `N9 a desktop entry that cannot be written is named, with what to do`() async throws {
        await #expect(processExitsWith: .success) { [home = home.path as String] in
            try enter(home, hasTools: false)
            try TemporaryFolder.write("", to: "\(home)/.local")

            let error = #expect(throws: SchemeHandlerError.self) {
                try SchemeHandler(application: "com.example.a").register()
            }

            let advice = "make its folder one that this user can write to"
            #expect(error?.detail == "\(home)/\(Self.entry) cannot be written: Not a directory: \(advice)")
        }
    }

    @Test func `N9 a desktop entry for which there is no space is named, with what to do`() async throws {
        let advice = "free some space, or raise the limit of this user"
        for number in [ENOSPC, EDQUOT, EFBIG] { #expect(TextFile.advice(number) == advice) }
        await #expect(processExitsWith: .success) { [home = home.path as String, advice = advice as String] in
            try enter(home, hasTools: false)
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 16, rlim_max: 16)
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)

            let error = #expect(throws: SchemeHandlerError.self) {
                try SchemeHandler(application: "com.example.a").register()
            }

            #expect(error?.detail == "\(home)/\(Self.entry) cannot be written: File too large: \(advice)")
            #expect(TemporaryFolder.files(in: home).isEmpty)
        }
    }

    @Test func `folders are absolute paths, and a set-user-ID program has none`() throws {
        let variables = [
            "HOME": "/h", "XDG_DATA_HOME": "data", "XDG_CONFIG_HOME": "/c", "XDG_DATA_DIRS": "/x:y",
            "XDG_CURRENT_DESKTOP": "KDE:../evil",
        ]
        let folders = try DesktopFolders(isPrivileged: false, in: UserFolders { variables[$0] })

        #expect(folders.entries == "/h/.local/share/applications")
        #expect(folders.systemEntries == ["/x/applications"])
        #expect(folders.choices == ["/c/kde-mimeapps.list", "/c/mimeapps.list"])
        #expect(throws: SchemeHandlerError.self) {
            try DesktopFolders(isPrivileged: true, in: UserFolders { variables[$0] })
        }
        #expect(throws: SchemeHandlerError.self) {
            try DesktopFolders(isPrivileged: false, in: UserFolders { _ in nil })
        }
    }
}

/// Sets the home folder of this process.
private func enter(_ home: String, hasTools: Bool = true) throws {
    for name in ["DATA_HOME", "CONFIG_HOME", "DATA_DIRS", "CURRENT_DESKTOP"] { unsetenv("XDG_\(name)") }
    setenv("HOME", home, 1)
    setenv("PATH", hasTools ? "/usr/bin:/bin" : "/nonexistent", 1)
    try #require(chdir(home) == 0)
}
