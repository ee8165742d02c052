import FoundationEssentials
import Glibc

/// The program that the desktop starts when a browser is sent to an address of an application's own scheme.
///
/// ```swift
/// try SchemeHandler(application: "com.example.notes", name: "Notes").register()
/// ```
///
/// A program that comes in a package has a desktop entry of its own, with `MimeType=x-scheme-handler/com.example.notes;`
/// and an `Exec=` that ends in `%u`; it needs none of this.
///
/// - SeeAlso: [RFC 8252 §7.1](https://www.rfc-editor.org/rfc/rfc8252#section-7.1)
public struct SchemeHandler: Sendable, Hashable {
    /// The ID of the application, which is the name of its desktop entry.
    public let application: String
    /// The scheme.
    public let scheme: String
    private let entry: DesktopEntry

    /// Describes a handler; nothing is registered yet.
    ///
    /// - Parameters:
    ///   - application: The ID of the application: the name of a domain of yours, backwards.
    ///   - name: What people call the application; the ID when `nil`.
    ///   - scheme: The scheme, where it is not the ID.
    ///   - executable: The absolute path of the program; the running one when `nil`.
    ///   - arguments: What the program gets before the address.
    /// - Throws: ``SchemeHandlerError/Code/invalid``, also for a scheme without a dot, which could be any program's.
    public init(
        application: String, name: String? = nil, scheme: String? = nil, executable: String? = nil,
        arguments: [String] = []
    ) throws {
        guard CustomScheme(application) != nil, let scheme = CustomScheme(scheme ?? application) else {
            throw SchemeHandlerError(
                .invalid, "application and scheme have to be names of domains, backwards, such as com.example.notes")
        }
        let words = [executable ?? Self.ownExecutable()] + arguments
        // The standard has no way to write an equals sign there, and GLib finds no program with a percent sign.
        guard words[0].hasPrefix("/"), !words[0].utf8.contains(where: { "=%".utf8.contains($0) }) else {
            throw SchemeHandlerError(.invalid, "the executable has to be an absolute path without = and %")
        }
        guard (words + [name ?? ""]).allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }) else {
            throw SchemeHandlerError(.invalid, "name, executable and arguments may not have control characters")
        }
        (self.application, self.scheme) = (application, scheme.text)
        entry = DesktopEntry(name: name ?? application, words: words, scheme: scheme)
    }

    /// Empty when the system does not tell, or tells what is no UTF-8.
    private static func ownExecutable() -> String {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &path, path.count)
        return String(validating: path.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self) ?? ""
    }

    /// Whether the desktop starts this very program for the scheme.
    public var isRegistered: Bool {
        guard let folders = try? DesktopFolders.ofUser() else { return false }
        return (try? TextFile.read(path(in: folders))) == entry.text && isChosen(in: folders)
    }

    /// Lets the desktop start this program for the scheme, for this user; changes nothing when it does already.
    ///
    /// It writes `<application>.desktop` to the user's `applications` folder and makes it the default of the scheme. It
    /// waits for the disk and, the first time, for `xdg-mime` and `update-desktop-database`, where they are installed.
    ///
    /// - Throws: ``SchemeHandlerError``.
    public func register() throws {
        let folders = try DesktopFolders.ofUser()
        if let present = try TextFile.read(path(in: folders)), !DesktopEntry.isOurs(present) {
            throw occupied(folders.entries)
        }
        for folder in folders.systemEntries where access("\(folder)/\(file)", F_OK) == 0 { throw occupied(folder) }
        if try TextFile.read(path(in: folders)) != entry.text {
            try TextFile.write(entry.text, to: path(in: folders))
            DesktopTool.run(["update-desktop-database", folders.entries])
        }
        if !isChosen(in: folders) { DesktopTool.run(["xdg-mime", "default", file, entry.scheme.mimeType]) }
        if !isChosen(in: folders) { try choose(in: folders) }
    }

    /// Takes back what ``register()`` did; changes nothing when it was not called.
    ///
    /// - Throws: ``SchemeHandlerError``.
    public func unregister() throws {
        let folders = try DesktopFolders.ofUser()
        guard let present = try TextFile.read(path(in: folders)) else { return }
        guard DesktopEntry.isOurs(present) else { throw occupied(folders.entries) }
        for list in folders.choices {
            guard let text = try TextFile.read(list) else { continue }
            var choices = MimeApplications(text)
            choices.forget(file, for: entry.scheme.mimeType)
            if choices.text != text { try TextFile.write(choices.text, to: list) }
        }
        guard unlink(path(in: folders)) == 0 || errno == ENOENT else {
            throw SchemeHandlerError(.failed, "\(path(in: folders)): \(String(cString: strerror(errno)))")
        }
        DesktopTool.run(["update-desktop-database", folders.entries])
    }

    private var file: String { "\(application).desktop" }

    private func path(in folders: DesktopFolders) -> String { "\(folders.entries)/\(file)" }

    private func occupied(_ folder: String) -> SchemeHandlerError {
        SchemeHandlerError(
            .occupied,
            "\(folder)/\(file) was not made by this program: add MimeType=\(entry.scheme.mimeType); to it, and %u to its Exec"
        )
    }

    /// The file that decides about the scheme, and what it says.
    private func decision(in folders: DesktopFolders) throws(SchemeHandlerError) -> (
        list: String, choices: MimeApplications
    )? {
        for list in folders.choices {
            guard let text = try TextFile.read(list) else { continue }
            let choices = MimeApplications(text)
            if choices.defaults(for: entry.scheme.mimeType) != nil { return (list, choices) }
        }
        return nil
    }

    private func isChosen(in folders: DesktopFolders) -> Bool {
        (try? decision(in: folders))?.choices.defaults(for: entry.scheme.mimeType)?.first == file
    }

    private func choose(in folders: DesktopFolders) throws(SchemeHandlerError) {
        let list = try decision(in: folders)?.list ?? folders.choices[folders.choices.count - 1]
        var choices = MimeApplications(try TextFile.read(list) ?? "")
        choices.choose(file, for: entry.scheme.mimeType)
        try TextFile.write(choices.text, to: list)
    }
}
