/// Returns the name of a subscription's operator for the output of `print()`: `Filter`, `Zip`, `Debounce`.
///
/// Most subscription types are nested in their publisher's type, or have a part of it as their first type argument, so
/// the type name contains the operator: `StepSubscriber<Publishers.Filter<…>._Work, …>` belongs to a `Filter`, and
/// `Join<Publishers.Zip3<…>.Row, …>` to a `Zip`.
func operatorName(of type: Any.Type) -> String {
    let words = _typeName(type).split { !$0.isLetter && !$0.isNumber }
    guard let room = words.firstIndex(of: "Publishers"), room + 1 < words.endIndex else {
        return words.dropFirst().first.map(String.init) ?? "Subscription"
    }
    return String(words[room + 1].prefix { $0.isLetter })
}
