/// The layout of the inspector's pages.
enum InspectorPage {
    static func page(
        _ section: InspectorSection, _ content: HTML, _ address: String, isLive: Bool, message: String? = nil
    ) -> Page {
        let links = InspectorSection.allCases.map { other -> HTML in
            """
            <a href="\(Inspector.root)\(other.rawValue)"\(other == section ? " aria-current=\"page\"" : "" as HTML)>\
            \(other.title)</a>

            """
        }
        let toggle: HTML =
            isLive
            ? "<a id=\"live\" href=\"?\">Stop refreshing</a>" : "<a id=\"live\" href=\"?live=1\">Refresh by itself</a>"
        let body: HTML = """
            <header class="bar"><strong>Tenant emulator</strong><nav>\(links)</nav>\(toggle)</header>
            <main id="content">
            <h1>\(section.title)</h1>
            \(Card.notice(message))\
            \(content)
            </main>
            """
        return Page(
            title: "\(section.title) · Inspector", content: body, address: address,
            scripts: ["copy.js", "inspector.js"],
            // Without scripts the whole page is reloaded; with scripts only its content.
            head: isLive ? "<noscript><meta http-equiv=\"refresh\" content=\"2\"></noscript>\n" : "", kind: "desk")
    }

    /// Creates a table, or a text for an empty one.
    ///
    /// Each cell repeats its column's name, because on a phone the cells of a row are stacked.
    static func table(_ heads: [String], _ rows: [Row]) -> HTML {
        guard !rows.isEmpty else { return "<p class=\"none\">Nothing yet.</p>\n" }
        let cells = heads.map { head -> HTML in "<th scope=\"col\">\(head)</th>" }
        let lines = rows.map { row -> HTML in
            let cells = zip(heads, row.cells).map { head, cell -> HTML in
                "<td data-head=\"\(head)\"><span>\(cell)</span></td>"
            }
            return "<tr>\(cells)</tr>\n"
        }
        return """
            <div class="scroll"><table>
            <thead><tr>\(cells)</tr></thead>
            <tbody>
            \(lines)</tbody>
            </table></div>

            """
    }

    /// A text that may break anywhere, to which a script adds a button that copies it; `name` is for its label.
    static func copyable(_ name: String, _ text: String) -> HTML {
        "<code class=\"long\" data-copy=\"\(name)\">\(text)</code>"
    }

    static func row(_ cells: HTML...) -> Row { Row(cells: cells) }

    struct Row: Sendable {
        fileprivate let cells: [HTML]
    }
}
