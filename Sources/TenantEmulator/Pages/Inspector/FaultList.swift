/// The inspector's description of the kinds of faults.
package enum FaultList {
    /// The kinds that have a short form.
    private static let forms = FaultForm.list.filter { EmulatedTenant.Fault(text: $0.example) != nil }

    private static let names = [
        (kind: "tamper", names: TokenTampering.names),
        (kind: "key-set", names: KeySetTampering.allCases.map(\.rawValue)),
        (kind: "metadata", names: MetadataTampering.allCases.map(\.rawValue)),
        (kind: "alter-parameters", names: EmulatedTenant.ParameterChange.names),
    ]

    /// The faults of the kinds that have names.
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
