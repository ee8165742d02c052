import Foundation
import ProgramRunner

/// Programs that take the place of browsers, and hand the address over to a stand-in in this process.
///
/// `browser` is for `$BROWSER`. `chromium` is for `PATH`: it runs like a window until it is ended.
final class BrowserScript: Sendable {
    /// The folder of the programs.
    let folder: String

    /// The arguments of all browsers that were started, a line each.
    var arguments: [String] {
        let text = (try? String(contentsOfFile: "\(folder)/arguments", encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    /// The value of `$BROWSER`; the shell reads the script, since a newly written file cannot always be executed.
    var command: String { "/bin/sh \(folder)/browser %s" }

    convenience init(_ browser: StandInBrowser) throws {
        try self.init { url in Task { await browser.visit(url) } }
    }

    init(visit: @escaping @Sendable (URL) -> Void) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "browser-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        for pipe in ["addresses", "window"] where mkfifo("\(folder)/\(pipe)", 0o600) != 0 { throw POSIXError(.EIO) }
        let record = "tr '\\0' '\\n' < /proc/$$/cmdline >> \(folder)/arguments\n"
        let send = "\(record)for address; do :; done\nprintf '%s\\n' \"$address\" > \(folder)/addresses\n"
        try Data(send.utf8).write(to: URL(filePath: "\(folder)/browser"))
        let stay = "#!/bin/sh\n\(send)read -r closed < \(folder)/window\n"
        try ScriptFile.write(stay, to: "\(folder)/chromium")
        // Also for writing, so that the first writer does not end it.
        guard let addresses = fopen("\(folder)/addresses", "r+e") else { throw POSIXError(.EIO) }
        Self.hand(addresses: UInt(bitPattern: addresses), to: visit)
    }

    deinit {
        if let addresses = fopen("\(folder)/addresses", "r+e") {
            fputs("\n", addresses)
            fclose(addresses)
        }
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Reads until an empty line comes, on a thread of its own.
    private static func hand(addresses: UInt, to visit: @escaping @Sendable (URL) -> Void) {
        Thread.detachNewThread {
            guard let addresses = UnsafeMutablePointer<FILE>(bitPattern: addresses) else { return }
            defer { fclose(addresses) }
            var line = [CChar](repeating: 0, count: 16_384)
            while fgets(&line, Int32(line.count), addresses) != nil {
                let text = String(
                    decoding: line.prefix { $0 != 10 && $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
                guard let url = URL(string: text), !text.isEmpty else { return }
                visit(url)
            }
        }
    }
}
