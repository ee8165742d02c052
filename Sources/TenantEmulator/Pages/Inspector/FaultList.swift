/// The inspector's description of the kinds of faults.
enum FaultList {
    /// The faults that the field offers.
    static let examples =
        kinds.map(\.example) + TokenTampering.names.map { "tamper:\($0)" }
        + KeySetTampering.allCases.map { "key-set:\($0.rawValue)" }
        + MetadataTampering.allCases.map { "metadata:\($0.rawValue)" }
        + EmulatedTenant.ParameterChange.names.map { "alter-parameters:\($0)" }

    /// The collapsed list.
    static var table: HTML {
        let rows = kinds.map { kind in InspectorPage.row("<code>\(kind.example)</code>", "\(kind.effect)") }
        let names = [
            ("tamper", TokenTampering.names), ("key-set", KeySetTampering.allCases.map(\.rawValue)),
            ("metadata", MetadataTampering.allCases.map(\.rawValue)),
            ("alter-parameters", EmulatedTenant.ParameterChange.names),
        ].map { kind, names -> HTML in
            "<p>Names for <code>\(kind)</code>: <span class=\"none\">\(names.joined(separator: ", "))</span></p>\n"
        }
        return """
            <details class="kinds"><summary>Kinds of faults</summary>
            \(InspectorPage.table(["Fault", "What happens"], rows))
            \(names)</details>

            """
    }

    private static let kinds = [
        ("hold", "The request waits until it is released."),
        ("hold-answer", "The request is carried out; its answer waits until it is released."),
        ("delay:2", "The request waits for some seconds."),
        ("status:503", "The answer has this status, and the request is not carried out."),
        ("too-many-requests:5", "The answer is 429, with the seconds to wait."),
        ("body:{}", "The answer has this body."),
        (#"alter:{"token_type":"mac"}"#, "Members of the JSON answer are replaced."),
        ("redirect:https://example.com/", "The answer is a redirect."),
        ("truncate-body:chunked", "The body ends early; also content-length and by-close."),
        ("endless-body", "The body does not end."), ("drip:1", "The answer arrives byte by byte."),
        ("many-headers:1000", "The answer has this number of headers."),
        ("huge-header:100000", "A header of the answer has this number of bytes."),
        ("interim-answers:100", "This number of 1xx responses precedes the answer."),
        ("close-connection", "The connection closes without an answer."),
        ("reset-connection", "The connection is reset without an answer."),
        ("lose-answer", "The request is carried out, and the connection closes."),
        ("rotate-signing-key", "A new key signs from this request on."),
        ("tamper:alg-none", "The ID token is wrong in one way."),
        ("key-set:empty", "The key set is wrong in one way."),
        ("metadata:issuer-other", "The metadata are wrong in one way."),
        ("alter-parameters:state-missing", "The redirect to the client is wrong in one way."),
    ].map { (example: $0.0, effect: $0.1) }
}
