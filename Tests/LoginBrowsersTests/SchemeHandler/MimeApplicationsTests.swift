import Testing

@testable import LoginBrowsers

@Suite struct MimeApplicationsTests {
    private static let type = "x-scheme-handler/com.example.a"
    private static let line = "x-scheme-handler/com.example.a=a.desktop;"

    @Test(arguments: [
        ("", "[Default Applications]\n\(line)\n"),
        (
            "# mine\n[Default Applications]\ntext/html=b.desktop\n",
            "# mine\n[Default Applications]\n\(line)\ntext/html=b.desktop\n"
        ),
        (
            "[Default Applications]\nx-scheme-handler/com.example.a=b.desktop\n\n[X]\ny=z",
            "[Default Applications]\nx-scheme-handler/com.example.a=a.desktop;b.desktop;\n\n[X]\ny=z\n"
        ),
        (
            "[Default Applications]\n x-scheme-handler/com.example.a = b.desktop; a.desktop ;\r\n",
            "[Default Applications]\nx-scheme-handler/com.example.a=a.desktop;b.desktop;\n"
        ),
        ("[Added Associations]\n\(line)\n", "[Added Associations]\n\(line)\n\n[Default Applications]\n\(line)\n"),
        ("[Removed Associations]\n\(line)\nk=v\n", "[Removed Associations]\nk=v\n\n[Default Applications]\n\(line)\n"),
        (
            "[Default Applications]\nx-scheme-handler/com.example.ab=b.desktop\n",
            "[Default Applications]\n\(line)\nx-scheme-handler/com.example.ab=b.desktop\n"
        ),
    ])
    func `adds a default and preserves every other line`(before: String, after: String) {
        var choices = MimeApplications(before)
        choices.choose("a.desktop", for: Self.type)

        #expect(choices.text == after)
        #expect(choices.defaults(for: Self.type)?.first == "a.desktop")
    }

    @Test(arguments: [
        ("[Default Applications]\n\(line)\nb=c\n", "[Default Applications]\nb=c\n"),
        (
            "[Default Applications]\nx-scheme-handler/com.example.a=b.desktop;a.desktop\n",
            "[Default Applications]\nx-scheme-handler/com.example.a=b.desktop;\n"
        ),
        ("[Added Associations]\n\(line)\n", "[Added Associations]\n"),
        ("[Other]\n\(line)\n", "[Other]\n\(line)\n"), ("a=b\n", "a=b\n"),
    ])
    func `removes an entry and preserves every other line`(before: String, after: String) {
        var choices = MimeApplications(before)
        choices.forget("a.desktop", for: Self.type)

        #expect(choices.text == after)
    }

    @Test func `has no defaults for types that it does not mention`() {
        #expect(MimeApplications("[Default Applications]\na=\nb\n").defaults(for: "b") == nil)
        #expect(MimeApplications("[Default Applications]\na=\n").defaults(for: "a") == [])
        #expect(MimeApplications("[Added Associations]\na=b\n").defaults(for: "a") == nil)
    }
}
