/// The inspector's description of the kinds of faults.
package enum FaultList {
    /// The kinds that have a short form.
    private static let forms = FaultForm.list.filter { EmulatedTenant.Fault(text: $0.example) != nil }

    private static let names = FaultForm.list.compactMap { form in
        form.fields.first { $0.name == "name" }.map { (kind: form.kind, names: $0.kind.choices) }
    }

    package static let named = names.flatMap { kind, names in names.map { "\(kind):\($0)" } }

    /// The faults that the field offers.
    static let examples = forms.map(\.example) + named

    /// The collapsed list.
    static var table: HTML {
        let rows = forms.map { InspectorPage.row("<code>\($0.example)</code>", "\($0.text)") }
        let names = names.map { kind, names -> HTML in
            "<p>Names for <code>\(kind)</code>: <span class=\"none\">\(names.joined(separator: ", "))</span></p>\n"
        }
        return """
            <details class="kinds"><summary>Kinds of faults</summary>
            \(InspectorPage.table(["Fault", "What happens"], rows))
            \(names)</details>

            """
    }
}
