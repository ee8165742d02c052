import Glibc
import HTTPMessages
import LoginBrowsers
import Testing

/// The pages of a program at the end of a login.
@Suite struct FinalPageTests {
    private func answer(_ pages: FinalPages, _ query: String = "code=1") throws -> String {
        var configuration = CallbackListener.Configuration()
        configuration.finalPages = pages
        let listener = try CallbackListener(configuration) { $0.query == "code=1" ? .completed : .failed }
        return listener.answer(to: "/callback?\(query)")
    }

    @Test func `words are plain text, in their language`() throws {
        let pages = FinalPages(
            completed: .words(title: "Fertig <b>", text: "Zurück & \"weiter\"", language: "de\""),
            failed: .words(title: "Abgelehnt", text: "", language: "de"))

        let completed = try answer(pages)

        #expect(completed.contains("<h1>Fertig &lt;b&gt;</h1><p>Zurück &amp; &quot;weiter&quot;</p>"))
        #expect(completed.contains("<html lang=\"de&quot;\">") && completed.contains("class=\"good\""))
        #expect(try answer(pages, "error=x").contains("<h1>Abgelehnt</h1>"))
    }

    @Test func `a document of the program loads nothing, runs no script, and clears the address`() throws {
        let pages = FinalPages(completed: .document("<h1>Done</h1>"), failed: .document("<h1>Sorry</h1>"))

        let completed = try answer(pages)

        #expect(completed.contains("\r\n\r\n<h1>Done</h1>\n<script>history.replaceState"))
        #expect(completed.contains("default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'sha256-"))
        #expect(completed.contains("Referrer-Policy: no-referrer"))
        #expect(try answer(pages, "error=x").contains("<h1>Sorry</h1>"))
    }

    @Test func `a web site learns neither code nor address`() throws {
        let pages = FinalPages(
            completed: .redirect(try HTTPURL("https://example.com/welcome")),
            failed: .redirect(try HTTPURL("https://example.com/help")))

        let completed = try answer(pages)

        #expect(completed.hasPrefix("HTTP/1.1 303 "))
        #expect(completed.contains("Location: https://example.com/welcome\r\n"))
        #expect(completed.contains("Referrer-Policy: no-referrer\r\n"))
        #expect(try answer(pages, "error=x").contains("Location: https://example.com/help\r\n"))
    }
}
