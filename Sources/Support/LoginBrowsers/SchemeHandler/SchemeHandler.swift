import FoundationEssentials
import LinuxCLibrary
import LinuxSystemCalls

/// The program that the desktop starts when a browser is redirected to a private-use URI scheme.
///
/// ```swift
/// try SchemeHandler(application: "com.example.notes", name: "Notes").register()
/// ```
///
/// A program that is installed by a package brings its own desktop entry, with
/// `MimeType=x-scheme-handler/com.example.notes;` and an `Exec=` that ends in `%u`, and does not need this type.
///
/// - SeeAlso: [RFC 8252 §7.1](https://www.rfc-editor.org/rfc/rfc8252#section-7.1)
public struct SchemeHandler: Sendable, Hashable {
    /// The ID of the application, which is also the name of its desktop entry.
    public let application: String
    /// The URI scheme.
    public let scheme: String
    private let entry: DesktopEntry

    /// Creates a description of a handler, without registering it.
    ///
    /// - Parameters:
    ///   - application: The ID of the application: a domain name of yours, reversed.
    ///   - name: The display name of the application; `nil` uses the ID.
    ///   - scheme: The scheme; `nil` uses the ID.
    ///   - executable: The absolute path of the program; `nil` uses the running one.
    ///   - arguments: The arguments of the program before the address, none by default.
    /// - Throws: ``SchemeHandlerError/Code/invalid``, also for a scheme without a dot, which could belong to any
    ///   application.
    public init(
        application: String, name: String? = nil, scheme: String? = nil, executable: String? = nil,
        arguments: [String] = []
    ) throws {
        guard CustomScheme(application) != nil, let scheme = CustomScheme(scheme ?? application) else {
            throw SchemeHandlerError(
                .invalid, "application and scheme have to be names of domains, backwards, such as com.example.notes")
        }
        let words = [executable ?? String(validating: RunningProgram.path, as: UTF8.self) ?? ""] + arguments
        // The specification does not allow an equals sign here, and GLib does not find a program with a percent sign.
        guard words[0].hasPrefix("/"), !words[0].utf8.contains(where: { "=%".utf8.contains($0) }) else {
            throw SchemeHandlerError(.invalid, "the executable has to be an absolute path without = and %")
        }
        guard (words + [name ?? ""]).allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }) else {
            throw SchemeHandlerError(.invalid, "name, executable and arguments may not have control characters")
        }
        (self.application, self.scheme) = (application, scheme.text)
        entry = DesktopEntry(name: name ?? application, words: words, scheme: scheme)
    }

    /// Returns whether the desktop starts exactly this program for the scheme; reads files, which may block.
    ///
    /// - Returns: `false` also when the folders of this user are unknown or a file cannot be read.
    public func isRegistered() -> Bool {
        guard let folders = try? DesktopFolders.ofUser() else { return false }
        return (try? TextFile.read(path(in: folders))) == entry.text && isChosen(in: folders)
    }

    /// Registers this program as the handler of the scheme for this user; does nothing when it is registered already.
    ///
    /// Writes `<application>.desktop` to the user's `applications` folder and makes it the default of the scheme. The
    /// call blocks for the disk and, the first time, for `xdg-mime` and `update-desktop-database` if they are
    /// installed.
    ///
    /// - Throws: ``SchemeHandlerError``: ``SchemeHandlerError/Code/noPlace``, ``SchemeHandlerError/Code/occupied`` or
    ///   ``SchemeHandlerError/Code/failed``.
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

    /// Reverts ``register()``; does nothing when the handler is not registered.
    ///
    /// Blocks for the disk and for `update-desktop-database` if it is installed.
    ///
    /// - Throws: ``SchemeHandlerError``: ``SchemeHandlerError/Code/noPlace``, ``SchemeHandlerError/Code/occupied`` or
    ///   ``SchemeHandlerError/Code/failed``.
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
            throw SchemeHandlerError(.failed, "\(path(in: folders)): \(SystemCallError())")
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

    /// The file that decides about the scheme, and its contents.
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
