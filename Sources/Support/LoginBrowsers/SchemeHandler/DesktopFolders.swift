import FoundationEssentials
import LinuxCLibrary
import LinuxSystemCalls

/// The folders and files in which the desktop stores the program for each type (XDG Base Directory).
struct DesktopFolders: Sendable {
    /// The folder of the user's desktop entries.
    let entries: String
    /// The folders of the system's desktop entries.
    let systemEntries: [String]
    /// The files with the user's choices; the first one that mentions a type decides.
    let choices: [String]

    /// Returns the folders of this user. Throws `noPlace`, always in a set-user-ID program.
    static func ofUser() throws(SchemeHandlerError) -> DesktopFolders {
        try DesktopFolders(isPrivileged: ProcessEnvironment.isPrivileged, in: .ofUser)
    }

    init(isPrivileged: Bool, in folders: UserFolders) throws(SchemeHandlerError) {
        guard !isPrivileged else {
            throw SchemeHandlerError(.noPlace, "a set-user-ID program takes no folder from its environment")
        }
        guard let data = folders.folder("XDG_DATA_HOME", orInHome: ".local/share"),
            let config = folders.folder("XDG_CONFIG_HOME", orInHome: ".config")
        else { throw SchemeHandlerError(.noPlace, "set HOME, or XDG_DATA_HOME and XDG_CONFIG_HOME, to absolute paths") }
        entries = data + "/applications"
        let system = folders["XDG_DATA_DIRS"] ?? "/usr/local/share:/usr/share"
        systemEntries = system.split(separator: ":").filter { $0.hasPrefix("/") }.map { $0 + "/applications" }
        let desktops = (folders["XDG_CURRENT_DESKTOP"] ?? "").lowercased().split(separator: ":")
            .filter { !$0.contains("/") }
        choices = desktops.map { "\(config)/\($0)-mimeapps.list" } + ["\(config)/mimeapps.list"]
    }
}

/// A small configuration file of the user.
enum TextFile {
    /// Returns the contents of a file; `nil` when there is no such file.
    ///
    /// - Throws: ``SchemeHandlerError/Code/failed``, also for a file that is not UTF-8.
    static func read(_ path: String) throws(SchemeHandlerError) -> String? {
        guard access(path, F_OK) == 0 else { return nil }
        guard let data = FileManager.default.contents(atPath: path), let text = String(validating: data, as: UTF8.self)
        else { throw SchemeHandlerError(.failed, "\(path) cannot be read as UTF-8: correct or remove it") }
        return text
    }

    /// Replaces a file atomically. A symbolic link remains, and its target is replaced. Throws `failed`.
    static func write(_ text: String, to path: String) throws(SchemeHandlerError) {
        let url = URL(filePath: FilePath.resolved(path) ?? path)
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            var draft = Array("\(url.path).XXXXXX".utf8CString)
            let descriptor = mkstemp(&draft)
            guard descriptor >= 0 else { throw SystemCallError() }
            do {
                defer { close(descriptor) }
                guard fchmod(descriptor, mode(of: url.path)) == 0 else { throw SystemCallError() }
                try OpenFile.write(Array(text.utf8), to: descriptor)
                guard fsync(descriptor) == 0, rename(draft, url.path) == 0 else { throw SystemCallError() }
            } catch {
                unlink(draft)
                throw error
            }
        } catch {
            let posix = (error as? CocoaError)?.underlying as? POSIXError
            let failure = posix.map { SystemCallError($0.code.rawValue) } ?? error as? SystemCallError
            let reason = failure.map { "\($0)" } ?? "\(error)"
            throw SchemeHandlerError(.failed, "\(path) cannot be written: \(reason): \(advice(failure?.number))")
        }
    }

    /// Returns what to do about the error number of a write.
    static func advice(_ number: Int32?) -> String {
        switch number {
        case ENOSPC, EDQUOT, EFBIG: "free some space, or raise the limit of this user"
        default: "make its folder one that this user can write to"
        }
    }

    private static func mode(of path: String) -> mode_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0o644
    }
}
