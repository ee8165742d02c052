import Foundation

/// The user's browser, opened without a shell.
///
/// Its arguments, with `state` and the other parameters, can be read by every user of the machine. The SDK starts the
/// browser with the one-use address of a page of its own, which redirects only a process of the same user.
enum SystemBrowser {
    static func open(_ address: URL) throws(FlowError) {
        let words = (ProcessInfo.processInfo.environment["BROWSER"] ?? "xdg-open").split(separator: " ").map(
            String.init)
        let filled = words.map { $0.replacingOccurrences(of: "%s", with: address.absoluteString) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = filled == words ? words + [address.absoluteString] : filled
        do { try process.run() } catch { throw .noBrowser }
    }
}
