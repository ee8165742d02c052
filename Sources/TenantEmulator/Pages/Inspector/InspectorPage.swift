/// The frame around the sections of the inspector.
enum InspectorPage {
    static func page(_ section: InspectorSection, _ content: HTML, isLive: Bool) -> Page {
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
            \(content)
            </main>
            """
        var page = Page(title: "\(section.title) · Inspector", content: body)
        page.script = "inspector.js"
        page.kind = "desk"
        // Without scripts the whole page comes again; with one, only its content does.
        page.head = isLive ? "<noscript><meta http-equiv=\"refresh\" content=\"2\"></noscript>\n" : ""
        return page
    }

    /// A table, or a line that says there is nothing.
    static func table(_ heads: [String], _ rows: [HTML]) -> HTML {
        guard !rows.isEmpty else { return "<p class=\"none\">Nothing yet.</p>\n" }
        let cells = heads.map { head -> HTML in "<th scope=\"col\">\(head)</th>" }
        return """
            <div class="scroll"><table>
            <thead><tr>\(cells)</tr></thead>
            <tbody>
            \(rows)</tbody>
            </table></div>

            """
    }

    static func row(_ cells: HTML...) -> HTML {
        "<tr>\(cells.map { cell -> HTML in "<td>\(cell)</td>" })</tr>\n"
    }
}

/// What refreshes the inspector where scripts run.
enum InspectorScript {
    static let text = """
        "use strict";
        (() => {
          const link = document.getElementById("live");
          link.hidden = true;
          const isInUse = () => document.hidden || document.querySelector("details[open]")
            || (document.activeElement && document.activeElement.closest("form"));
          const update = async () => {
            if (isInUse()) return;
            const answer = await fetch(location.href, {credentials: "same-origin"});
            if (!answer.ok) return;
            const page = new DOMParser().parseFromString(await answer.text(), "text/html");
            const content = page.getElementById("content");
            if (content && !isInUse()) document.getElementById("content").replaceWith(content);
          };
          setInterval(() => update().catch(() => {}), 2000);
        })();

        """
}
