import LinuxCLibrary

/// The sending side: a process that the desktop has started with an address for a waiting process.
package enum HandoverSender {
    /// The maximum number of waiting processes that are tried.
    private static let most = 64

    /// Offers an address to one waiting process after the other, for two seconds each. Returns whether one accepted it.
    package static func offer(_ address: String, in places: [HandoverPlace] = HandoverPlace.ofUser) -> Bool {
        guard let scheme = CustomScheme(of: address), address.utf8.count <= HandoverSocket.longestAddress else {
            return false
        }
        return places.contains { place in
            guard let folder = HandoverFolder.open(in: place, for: scheme, creating: false) else { return false }
            return folder.files(withSuffix: HandoverSocket.suffix).prefix(most).contains { file in
                withSocket(file, of: folder) { descriptor in
                    guard HandoverSocket.send(Array(address.utf8), over: descriptor) else { return false }
                    return HandoverSocket.receive(most: 1, over: descriptor) == [HandoverSocket.taken]
                } ?? false
            }
        }
    }

    /// Removes the sockets of dead processes, without waiting for stopped ones.
    static func clear(_ folder: HandoverFolder) {
        for file in folder.files(withSuffix: HandoverSocket.suffix) {
            withSocket(file, of: folder, isPatient: false) { _ in }
        }
    }

    /// Connects to a waiting process of this user; `nil` without one, and the file of a dead process is removed.
    @discardableResult
    private static func withSocket<Value>(
        _ file: String, of folder: HandoverFolder, isPatient: Bool = true, _ body: (Int32) -> Value
    ) -> Value? {
        let descriptor = HandoverSocket.make(isPatient: isPatient)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        HandoverSocket.limit(descriptor, seconds: 2)
        guard HandoverSocket.reach(folder.path(of: file), { connect(descriptor, $0, $1) }) == 0 else {
            if errno == ECONNREFUSED { folder.remove(file) }
            return nil
        }
        guard HandoverSocket.isOfThisUser(descriptor) else { return nil }
        return body(descriptor)
    }
}
