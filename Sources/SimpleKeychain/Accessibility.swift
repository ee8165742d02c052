/// The times at which an entry of Apple's Keychain can be read, for programs that move over; without effect on Linux.
public enum Accessibility: Sendable, Hashable {
    /// While the device is unlocked.
    case whenUnlocked
    /// While the device is unlocked, and not in backups for other devices.
    case whenUnlockedThisDeviceOnly
    /// After the device was unlocked once.
    case afterFirstUnlock
    /// After the device was unlocked once, and not in backups for other devices.
    case afterFirstUnlockThisDeviceOnly
    /// While the device is unlocked and has a passcode.
    case whenPasscodeSetThisDeviceOnly
}
