/// A well-formed request for the path of the redirect URI.
package struct Callback: Sendable {
    /// The query as in the address, without the `?`.
    package let query: String
    private let peer: Peer

    init(query: String, peer: Peer) { (self.query, self.peer) = (query, peer) }

    /// Whether a program of this user sent the request, see ``PeerOwner``. Check it for the request with the right
    /// `state`.
    ///
    /// - Complexity: O(1), or O(*n*) in the number of connections of the machine for a program that could not be
    ///   trusted when its connection was accepted: the kernel's list is read again.
    package var isFromThisUser: Bool { peer.isTrusted }
}

/// The program at the other end of an accepted connection.
struct Peer: Sendable {
    private let descriptor: Int32
    private let wasTrusted: Bool

    /// Looks up the owner immediately: the kernel discards it when the program closes or resets the connection, which a
    /// browser may do as soon as it has sent its request.
    init(_ descriptor: Int32) { (self.descriptor, wasTrusted) = (descriptor, PeerOwner.isTrusted(descriptor)) }

    /// Whether the program belongs to a user who may respond, see ``PeerOwner``.
    var isTrusted: Bool { wasTrusted || PeerOwner.isTrusted(descriptor) }
}
