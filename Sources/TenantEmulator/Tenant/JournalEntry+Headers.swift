extension JournalEntry {
    /// The headers of a request, in the order they were sent.
    public struct Headers: Sendable, Sequence {
        let fields: [(name: String, value: String)]

        /// Finds the value of the first header of a name.
        ///
        /// - Parameter name: The name, in any case.
        /// - Returns: The value; `nil` if there is no such header.
        public subscript(_ name: String) -> String? { values(of: name).first }

        /// Finds the values of every header of a name.
        ///
        /// - Parameter name: The name, in any case.
        /// - Returns: The values, in the order they were sent.
        public func values(of name: String) -> [String] {
            let name = name.lowercased()
            return fields.filter { $0.name.lowercased() == name }.map(\.value)
        }

        /// Creates an iterator over names and values.
        ///
        /// - Returns: The iterator.
        public func makeIterator() -> IndexingIterator<[(name: String, value: String)]> { fields.makeIterator() }
    }
}
