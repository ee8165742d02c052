/// A well-formed request for the callback's path.
package struct Callback: Sendable {
    /// The query as it stands in the address, without the `?`.
    package let query: String
    private let descriptor: Int32

    init(query: String, descriptor: Int32) { (self.query, self.descriptor) = (query, descriptor) }

    /// Whether a program of this user sent it, see ``PeerOwner``; to be asked of the one that has the right `state`.
    ///
    /// - Complexity: O(*n*) in the number of connections of the machine: the kernel's list is read.
    package var isFromThisUser: Bool { PeerOwner.isTrusted(descriptor) }
}
