/// The name of the operator that a subscription belongs to, as `print()` shows it: `Filter`, `Zip`, `Debounce`.
///
/// Most subscriptions are nested in their publisher, or generic over a part of it before anything else, so that the name
/// of their type tells it: `StepSubscriber<Publishers.Filter<…>.Work, …>` is a `Filter`, and
/// `Join<Publishers.Zip3<…>.Row, …>` a `Zip`.
func operatorName(of type: Any.Type) -> String {
    let words = _typeName(type).split { !$0.isLetter && !$0.isNumber }
    guard let room = words.firstIndex(of: "Publishers"), room + 1 < words.endIndex else {
        return words.dropFirst().first.map(String.init) ?? "Subscription"
    }
    return String(words[room + 1].prefix { $0.isLetter })
}
