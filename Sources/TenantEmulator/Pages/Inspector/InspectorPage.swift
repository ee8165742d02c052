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
        var page = Page(title: "\(section.title) · Inspector", content: body, address: address)
        page.scripts = ["copy.js", "inspector.js"]
        page.kind = "desk"
        // Without scripts the whole page is reloaded; with scripts only its content.
        page.head = isLive ? "<noscript><meta http-equiv=\"refresh\" content=\"2\"></noscript>\n" : ""
        return page
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

    /// Creates a text with a button that copies it.
    ///
    /// - Parameters:
    ///   - name: The name of the text, for the label of the button.
    ///   - text: The text; it may break anywhere.
    /// - Returns: The element to which the script adds the button.
    static func copyable(_ name: String, _ text: String) -> HTML {
        "<code class=\"long\" data-copy=\"\(name)\">\(text)</code>"
    }

    static func row(_ cells: HTML...) -> Row { Row(cells: cells) }

    /// A row of a table.
    struct Row: Sendable {
        fileprivate let cells: [HTML]
    }
}
