public import FoundationEssentials

extension HTTPURL {
    /// Checks a URL of Foundation.
    ///
    /// - Parameter url: An absolute URL without a fragment.
    /// - Throws: ``HTTPURLError`` with the reason it is not valid.
    public init(_ url: URL) throws { try self.init(checking: url.absoluteString) }
}

extension URL {
    /// Creates a Foundation URL with the same characters.
    ///
    /// The result is `nil` if `URL` cannot represent the URL without changing it, as with a bracket in the query, or a
    /// percent sign that is not followed by two hexadecimal digits.
    ///
    /// - Parameter url: The URL to convert.
    public init?(_ url: HTTPURL) {
        self.init(string: url.string)
        guard absoluteString == url.string else { return nil }
    }
}
