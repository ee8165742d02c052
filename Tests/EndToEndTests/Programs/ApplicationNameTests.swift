import Foundation
import ProgramRunner
import Testing

/// The default application ID of a program, which is of the name of its executable.
@Suite struct ApplicationNameTests {
    @Test func `C2 safariProvider begins a login in an executable that is named MyApp`() async throws {
        let opened = AsyncStream<URL>.makeStream()
        let script = try BrowserScript { url in Task { opened.continuation.yield(await url.redirected()) } }
        defer { withExtendedLifetime(script) {} }
        let home = TemporaryFolder()
        let built = Program(name: "RenewalProgram").url
        let folder = built.deletingLastPathComponent().appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        // A link and not a copy, because a newly written file cannot always be executed.
        try FileManager.default.linkItem(at: built, to: folder.appending(path: "MyApp"))

        let screen = try TerminalScreen.running(
            [folder.appending(path: "MyApp").path, "tenant.eu.auth0.com", "client", "-", "safari", "0", "0"],
            environment: Program.runtime.merging(["BROWSER": script.command, "HOME": home.path]) { $1 })
        Task {
            // A login that fails opens no page.
            _ = await screen.end()
            opened.continuation.finish()
        }
        var pages = opened.stream.makeAsyncIterator()
        let page = await pages.next()
        screen.type("\n")
        let end = await screen.end()

        let scheme = "com.auth0.eu.tenant.myapp"
        let callback = "\(scheme)://tenant.eu.auth0.com/linux/\(scheme)/callback"
        #expect(page?.parameters["redirect_uri"] == callback, "\(end.text)")
        #expect(end.status == 0, "\(end.text)")
    }
}
