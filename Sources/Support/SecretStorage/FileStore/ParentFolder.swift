import CAuth0Linux
import LinuxCLibrary

/// The rule for the folders above a private folder.
///
/// - SeeAlso: `StrictModes` of [sshd_config(5)](https://man.openbsd.org/sshd_config#StrictModes)
enum ParentFolder {
    /// Whether no other user can replace the contents of a folder: it belongs to this user or to root, and is writable
    /// by no other user, or has the sticky bit. A group that has the user's name and no other member, as Debian and
    /// Fedora create for each user, counts as the user.
    static func isSafe(_ status: stat) -> Bool {
        guard [0, geteuid()].contains(status.st_uid) || isOwnerHidden(status.st_uid) else { return false }
        if status.st_mode & S_ISVTX != 0 { return true }
        guard status.st_mode & S_IWOTH == 0 else { return false }
        return status.st_mode & S_IWGRP == 0 || isPrivateGroup(status.st_gid)
    }

    /// Whether an owner represents the users whom the user namespace of a sandbox hides; root is one of them there.
    private static func isOwnerHidden(_ owner: uid_t) -> Bool {
        guard owner == 65_534, geteuid() != 0,
            let map = try? Descriptor(owning: open("/proc/self/uid_map", O_RDONLY | O_CLOEXEC), "uid_map").readAll(
                most: 65_536, "uid_map")
        else { return false }
        // The first field of a line is the first user of a visible range.
        let lines = String(decoding: map, as: UTF8.self).split(separator: "\n")
        return !lines.contains { $0.split(separator: " ").first == "0" }
    }

    private static func isPrivateGroup(_ group: gid_t) -> Bool {
        guard let user = userName(group: group) else { return false }
        var entry = LinuxCLibrary.group()
        var found: UnsafeMutablePointer<LinuxCLibrary.group>?
        var buffer = [CChar](repeating: 0, count: 65_536)
        guard getgrgid_r(group, &entry, &buffer, buffer.count, &found) == 0, found != nil, let name = entry.gr_name,
            String(cString: name) == user
        else { return false }
        var member = entry.gr_mem
        while let next = member?.pointee {
            guard String(cString: next) == user else { return false }
            member = member?.advanced(by: 1)
        }
        return true
    }

    /// Returns the name of this user if a group is the primary one.
    private static func userName(group: gid_t) -> String? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 65_536)
        guard getpwuid_r(geteuid(), &entry, &buffer, buffer.count, &found) == 0, found != nil, entry.pw_gid == group,
            let name = entry.pw_name
        else { return nil }
        return String(cString: name)
    }
}
