import StreamsTesting

/// A drawing of a diagram that is readable on light and dark backgrounds.
struct Drawing {
    private static let (step, radius, row, margin) = (44, 15, 52, 20)
    private static let letter = 8

    private let diagram: Diagram
    private let gutter: Int
    private let seconds: Int

    init(_ diagram: Diagram) {
        self.diagram = diagram
        let labels =
            diagram.inputs.map(\.label) + diagram.observers.map(\.label) + (diagram.hasDemand ? ["demand"] : [])
        gutter = Self.margin + (labels.map(\.count).max() ?? 0) * (Self.letter + 1)
        let lines =
            diagram.inputs.map(\.marbles) + diagram.observers.map(\.sees) + diagram.observers.compactMap(\.demand)
        seconds = lines.map(\.length).max() ?? 0
    }

    private var width: Int {
        max(gutter + (seconds + 1) * Self.step, diagram.call.count * (Self.letter + 1) + 4 * Self.margin)
    }

    /// The picture.
    var svg: String {
        var y = Self.row / 2 + 4
        var parts: [String] = []
        for input in diagram.inputs {
            parts.append(line(input.label, input.marbles, y))
            y += Self.row
        }
        parts.append(box(y))
        y += Self.row
        for observer in diagram.observers {
            if let demand = observer.demand {
                parts.append(line("demand", demand, y, isDemand: true))
                y += Self.row
            }
            parts.append(line(observer.label, observer.sees, y, from: observer.second))
            y += Self.row
        }
        let size = #"viewBox="0 0 \#(width) \#(y - 16)" width="\#(width)" height="\#(y - 16)""#
        let title = "<title>\(diagram.name): \(escaped(diagram.call))</title>"
        return """
            <svg xmlns="http://www.w3.org/2000/svg" \(size) role="img">
            \(title)
            \(Self.style)
            \(parts.joined(separator: "\n"))
            </svg>

            """
    }

    private func x(_ second: Int) -> Int { gutter + Self.step / 2 + second * Self.step }

    private func box(_ y: Int) -> String {
        """
        <rect class="box" x="4" y="\(y - 18)" width="\(width - 8)" height="36" rx="8"/>
        <text class="call" x="\(width / 2)" y="\(y + 5)">\(escaped(diagram.call))</text>
        """
    }

    private func line(_ label: String, _ marbles: Marbles, _ y: Int, from second: Int = 0, isDemand: Bool = false)
        -> String
    {
        let end = width - 12
        var parts = [
            #"<path class="time" d="M\#(x(second) - 20) \#(y)H\#(end)m-7 -5l7 5l-7 5"/>"#
        ]
        if !label.isEmpty { parts.append(#"<text class="label" x="8" y="\#(y + 5)">\#(escaped(label))</text>"#) }
        for second in Set(marbles.moments.map(\.second)).sorted() {
            let events = marbles.moments.filter { $0.second == second }.map(\.event)
            for (place, event) in events.enumerated() {
                parts.append(draw(event, x(second) + place * 24 - (events.count - 1) * 6, y, isDemand: isDemand))
            }
        }
        return parts.joined(separator: "\n")
    }

    private func draw(_ event: Marbles.Event, _ x: Int, _ y: Int, isDemand: Bool) -> String {
        switch event {
        case .finished: return #"<path class="end" d="M\#(x) \#(y - 14)v28"/>"#
        case .failed: return #"<path class="failure" d="M\#(x - 9) \#(y - 9)l18 18m0 -18l-18 18"/>"#
        case .value(let text):
            if isDemand {
                return """
                    <rect class="demand" x="\(x - 14)" y="\(y - 12)" width="28" height="24" rx="5"/>
                    <text class="value" x="\(x)" y="\(y + 5)">+\(text)</text>
                    """
            }
            let hue = Int(text.unicodeScalars.first?.value ?? 0) % 5
            return """
                <circle class="c\(hue)" cx="\(x)" cy="\(y)" r="\(Self.radius + (text.count > 2 ? 3 : 0))"/>
                <text class="value" x="\(x)" y="\(y + 5)">\(escaped(text))</text>
                """
        }
    }

    private func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    private static let style = """
        <style>
        text{font:15px ui-monospace,Menlo,monospace;fill:#1d1d1f;text-anchor:middle}
        .label{text-anchor:start;font-size:14px}.value{fill:#1d1d1f}
        .time,.end,.failure{fill:none;stroke:#1d1d1f;stroke-width:2}.end{stroke-width:3}.failure{stroke:#c2341d;stroke-width:4}
        .box{fill:#f2f2f7;stroke:#8e8e93}.demand{fill:#ffffff;stroke:#1d1d1f}
        circle{stroke:#1d1d1f;stroke-width:1.5}
        .c0{fill:#8ecbff}.c1{fill:#ffd479}.c2{fill:#b6e3a1}.c3{fill:#f5b5c8}.c4{fill:#d0c1f5}
        @media (prefers-color-scheme:dark){
        text{fill:#f5f5f7}.value{fill:#1d1d1f}.time,.end{stroke:#f5f5f7}.failure{stroke:#ff6b57}
        .box{fill:#2c2c2e;stroke:#8e8e93}.demand{fill:#d1d1d6}circle{stroke:#f5f5f7}
        }
        </style>
        """
}

extension Diagram {
    fileprivate var hasDemand: Bool { observers.contains { $0.demand != nil } }
}
