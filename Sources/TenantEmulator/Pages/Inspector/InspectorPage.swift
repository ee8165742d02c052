import ByteEncodings
import FoundationEssentials

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
            head: isLive ? "<noscript><meta http-equiv=\"refresh\" content=\"2\"></noscript>\n" : "", kind: "inspector")
    }

    /// Creates a table, or a text for an empty one.
    ///
    /// Each cell repeats its column's name, because on a phone the cells of a row are stacked.
    static func table(_ heads: [String], _ rows: [[HTML]]) -> HTML {
        guard !rows.isEmpty else { return "<p class=\"none\">Nothing yet.</p>\n" }
        let cells = heads.map { head -> HTML in "<th scope=\"col\">\(head)</th>" }
        let lines = rows.map { row -> HTML in
            let cells = zip(heads, row).map { head, cell -> HTML in
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

    static func row(_ cells: HTML...) -> [HTML] { cells }

    /// The time of day, with the date as title; on another day than `now`, followed by the difference in days.
    static func time(_ date: Date, _ now: Date) -> HTML {
        let time = timeOfDay(date)
        let days = Int((abs(date.timeIntervalSince(now)) / 86_400).rounded())
        guard days > 0, date.timestamp.prefix(10) != now.timestamp.prefix(10) else { return time }
        let unit = days == 1 ? "day" : "days"
        return "\(time) <small class=\"none\">\(date > now ? "in \(days) \(unit)" : "\(days) \(unit) ago")</small>"
    }

    private static func timeOfDay(_ date: Date) -> HTML {
        let stamp = date.timestamp
        return """
            <time datetime="\(stamp)" title="\(stamp)">\(String(stamp.dropFirst(11).prefix(8)))</time>
            """
    }

    static func time(_ seconds: Int, _ now: Date) -> HTML {
        time(Date(timeIntervalSince1970: Double(seconds)), now)
    }

    /// The end of a lifetime, and the remaining time.
    static func end(_ seconds: Int, _ now: Date) -> HTML {
        let left = seconds - Int(now.timeIntervalSince1970)
        let text =
            switch left {
            case ...0: "expired"
            case ..<120: "in \(left) s"
            case ..<7200: "in \(left / 60) min"
            case ..<172_800: "in \(left / 3600) h"
            default: "in \(left / 86_400) days"
            }
        return """
            \(timeOfDay(Date(timeIntervalSince1970: Double(seconds)))) \
            <small class="\(left > 0 ? "none" : "reason")">\(text)</small>
            """
    }

    /// An identifier on one line; with a name, a script adds a copy button.
    static func identifier(_ text: String, copiedAs name: String? = nil) -> HTML {
        "<code class=\"id\"\(name.map { " data-copy=\"\($0)\"" as HTML })>\(text)</code>"
    }

    static func json(_ value: JSONValue) -> HTML { preformatted(value.indented()) }

    /// A text without line wrapping, which can also be scrolled with the keyboard.
    static func preformatted(_ text: String) -> HTML { "<pre class=\"json\" tabindex=\"0\">\(text)</pre>\n" }

    static func choice(_ name: String, _ label: String, _ options: [(value: String, text: String)], _ chosen: String?)
        -> HTML
    {
        let items = options.map { option -> HTML in
            let mark: HTML = option.value == chosen ? " selected" : ""
            return "<option value=\"\(option.value)\"\(mark)>\(option.text)</option>"
        }
        return """
            <span class="pair"><label for="\(name)">\(label)</label>
            <select id="\(name)" name="\(name)">\(items)</select></span>

            """
    }
}

extension JSONValue {
    /// Formats the value with a line for each member and element.
    func indented(_ depth: Int = 0) -> String {
        let (inner, outer) = (String(repeating: "  ", count: depth + 1), String(repeating: "  ", count: depth))
        switch self {
        case .object(let members) where !members.isEmpty:
            let lines = members.map { member in
                let name = JSONValue.string(member.name).encodedText
                return "\(inner)\(name): \(member.value.indented(depth + 1))"
            }
            return "{\n\(lines.joined(separator: ",\n"))\n\(outer)}"
        case .array(let elements) where !elements.isEmpty:
            let lines = elements.map { "\(inner)\($0.indented(depth + 1))" }
            return "[\n\(lines.joined(separator: ",\n"))\n\(outer)]"
        default: return String(decoding: encoded, as: UTF8.self)
        }
    }
}
