import ByteEncodings
import FoundationEssentials

extension InspectorPage {
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

    /// The time of a number of seconds since 1970.
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

    /// A value with a line for each member.
    static func json(_ value: JSONValue) -> HTML { preformatted(value.indented()) }

    /// A text without line wrapping, which can also be scrolled with the keyboard.
    static func preformatted(_ text: String) -> HTML { "<pre class=\"json\" tabindex=\"0\">\(text)</pre>\n" }

    static func choice(_ name: String, _ label: String, _ options: [(value: String, text: String)], _ chosen: String?)
        -> HTML
    {
        let items = options.map { option -> HTML in
            "<option value=\"\(option.value)\"\(option.value == chosen ? " selected" : "" as HTML)>\(option.text)</option>"
        }
        return """
            <span class="pair"><label for="\(name)">\(label)</label>
            <select id="\(name)" name="\(name)">\(items)</select></span>

            """
    }
}
