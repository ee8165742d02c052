/// A well-formed request for the path of the redirect URI.
package struct Callback: Sendable {
    /// The query as in the address, without the `?`.
    package let query: String
    private let descriptor: Int32

    init(query: String, descriptor: Int32) { (self.query, self.descriptor) = (query, descriptor) }

    /// Whether a program of this user sent the request, see ``PeerOwner``. Check it for the request with the right `state`.
    ///
    /// - Complexity: O(*n*) in the number of connections of the machine, because the kernel's list is read.
    package var isFromThisUser: Bool { PeerOwner.isTrusted(descriptor) }
}
