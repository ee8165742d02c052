import FoundationEssentials

extension Error {
    /// The error in words, for people who use a program: its `errorDescription`, which names no Swift type in this SDK;
    /// the description of an error that has none.
    package var words: String { (self as? any LocalizedError)?.errorDescription ?? "\(self)" }
}

extension (any Error)? {
    /// The words of a cause in parentheses, after a space; empty without a cause.
    package var remark: String { map { " (\($0.words))" } ?? "" }
}
