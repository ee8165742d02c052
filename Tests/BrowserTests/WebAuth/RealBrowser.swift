import Foundation
import ProgramRunner
import TenantEmulator

/// The Chromium of this machine as the SDK finds it, in `PATH` and by `$BROWSER`, without a screen.
///
/// For exit tests: it changes the environment of the whole process.
struct RealBrowser {
    private let folder: String

    /// A login page that fills itself in, because no driver controls the browser.
    static let eagerPage = """
        <!doctype html><title>Log in</title>
        <form method="post">
        <input name="username"><input name="password"><input name="state"><input name="_csrf">
        </form>
        <script>
        const config = JSON.parse(atob('@@config@@'));
        const form = document.forms[0];
        form.action = config.loginURL;
        const {state, _csrf} = config.internalOptions;
        const values = {username: 'john@example.com', password: 'Sesame-2026!', state, _csrf};
        for (const name in values) form.elements[name].value = values[name];
        if (!config.errorMessage) form.submit();
        </script>
        """

    /// A login page that the user leaves.
    static let closingPage = "<!doctype html><title>Log in</title><script>window.close()</script>"

    /// Makes it the preferred browser.
    static func install() throws -> RealBrowser {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let places = path.split(separator: ":").map { "\($0)/chromium" }
        guard let real = places.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else {
            throw CocoaError(.fileNoSuchFile)
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: "chromium-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        // A browser that hangs ends before the test's time limit. Its output is removed with it.
        let script = """
            #!/bin/sh
            home=$(mktemp -d)
            trap 'rm -rf "$home"' EXIT
            trap exit TERM
            HOME=$home TMPDIR=$home timeout --foreground 300 \(real) --headless=new --no-sandbox --disable-gpu \
            --disable-dev-shm-usage --no-first-run --disable-background-networking --disable-component-update "$@"

            """
        try ScriptFile.write(script, to: "\(folder)/chromium")
        setenv("PATH", "\(folder):\(path)", 1)
        setenv("BROWSER", "\(folder)/chromium", 1)
        return RealBrowser(folder: folder)
    }

    /// Restores the environment.
    func remove() { try? FileManager.default.removeItem(atPath: folder) }

    /// A tenant with a custom login page.
    static func tenant(_ loginPage: String) throws -> EmulatedTenant {
        var configuration = TenantConfiguration.anyPort
        configuration.loginPage = loginPage
        return try EmulatedTenant.start(configuration)
    }
}
