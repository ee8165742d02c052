import Glibc

/// The Chromium of this machine in headless mode, as this program's `$BROWSER`.
struct HeadlessBrowser {
    /// The path of the executable.
    let path: String

    /// The installed browser; `nil` if there is none.
    static var installed: HeadlessBrowser? {
        let folders = (getenv("PATH").map { String(cString: $0) } ?? "").split(separator: ":")
        for name in ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"] {
            for folder in folders where access("\(folder)/\(name)", X_OK) == 0 {
                return HeadlessBrowser(path: "\(folder)/\(name)")
            }
        }
        return nil
    }

    /// Makes it the browser that the SDK opens, for one minute at most, with a temporary profile.
    ///
    /// It visits only this program's tenant, so it runs without its sandbox, which does not work for root.
    func use() throws(Surprise) {
        var template = Array("/tmp/auth0-demo-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Surprise("no folder for the browser's profile") }
        let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        let script = """
            trap 'rm -rf \(folder)' EXIT
            HOME=\(folder) TMPDIR=\(folder) timeout 60 '\(path)' --headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage \
            --no-first-run --no-proxy-server --disable-background-networking --disable-component-update \
            --user-data-dir=\(folder)/profile "$1"

            """
        guard let file = fopen("\(folder)/browser", "we") else { throw Surprise("no script for the browser") }
        fputs(script, file)
        fclose(file)
        setenv("BROWSER", "/bin/sh \(folder)/browser %s", 1)
    }

    /// A login page that fills in and submits itself, with the name in the application's login hint.
    static let loginPage = """
        <!doctype html>
        <title>Log in</title>
        <form method="post">
        <input name="username"><input name="password" type="password">
        <input name="state" type="hidden"><input name="_csrf" type="hidden">
        </form>
        <script>
        const config = JSON.parse(atob('@@config@@'));
        const form = document.forms[0];
        form.action = config.loginURL;
        form.elements.username.value = config.extraParams.login_hint;
        form.elements.password.value = '\(Story.password)';
        form.elements.state.value = config.internalOptions.state;
        form.elements._csrf.value = config.internalOptions._csrf;
        if (!config.errorMessage) form.submit();
        </script>
        """
}
