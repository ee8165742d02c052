import Glibc
import Synchronization

/// The calls by which the store changes files, in front of those of the system, so that a run can end or fail at each.
///
/// The functions below replace those of the C library in this program. They pass everything on unless the run says what
/// comes first.
enum FileCalls {
    /// Called before every call; a number other than `nil` is the error with which the call fails.
    typealias Hook = @Sendable (_ call: String) -> Int32?
    private static let hook = Mutex<Hook?>(nil)

    static func intercept(_ body: Hook?) { hook.withLock { $0 = body } }

    /// Kills the process before a call.
    ///
    /// - Parameter step: The number of the call, from 1.
    static func endProcess(before step: Int) {
        let count = Atomic(0)
        intercept { _ in
            if count.add(1, ordering: .relaxed).newValue == step { kill(getpid(), SIGKILL) }
            return nil
        }
    }

    fileprivate static func fails(_ call: String, on descriptor: Int32) -> Bool {
        var status = stat()
        // Sockets, pipes and events are not of the store.
        guard fstat(descriptor, &status) == 0, [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT),
            let body = hook.withLock({ $0 }), let number = body(call)
        else { return false }
        errno = number
        return true
    }

    fileprivate static func next<Function>(_ name: String, _: Function.Type) -> Function {
        // -1 is RTLD_NEXT, a macro that Swift does not import.
        unsafeBitCast(dlsym(UnsafeMutableRawPointer(bitPattern: -1), name), to: Function.self)
    }
}

private typealias Text = UnsafePointer<CChar>

@_cdecl("fsync") func countedFsync(_ descriptor: Int32) -> Int32 {
    if FileCalls.fails("fsync", on: descriptor) { return -1 }
    return FileCalls.next("fsync", (@convention(c) (Int32) -> Int32).self)(descriptor)
}

@_cdecl("fchmod") func countedFchmod(_ descriptor: Int32, _ mode: mode_t) -> Int32 {
    if FileCalls.fails("fchmod", on: descriptor) { return -1 }
    return FileCalls.next("fchmod", (@convention(c) (Int32, mode_t) -> Int32).self)(descriptor, mode)
}

@_cdecl("mkdirat") func countedMkdirat(_ folder: Int32, _ path: UnsafePointer<CChar>, _ mode: mode_t) -> Int32 {
    if FileCalls.fails("mkdirat", on: folder) { return -1 }
    return FileCalls.next("mkdirat", (@convention(c) (Int32, Text, mode_t) -> Int32).self)(folder, path, mode)
}

@_cdecl("renameat") func countedRenameat(
    _ folder: Int32, _ path: UnsafePointer<CChar>, _ newFolder: Int32, _ newPath: UnsafePointer<CChar>
) -> Int32 {
    if FileCalls.fails("renameat", on: folder) { return -1 }
    return FileCalls.next("renameat", (@convention(c) (Int32, Text, Int32, Text) -> Int32).self)(
        folder, path, newFolder, newPath)
}

@_cdecl("unlinkat") func countedUnlinkat(_ folder: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 {
    if FileCalls.fails("unlinkat", on: folder) { return -1 }
    return FileCalls.next("unlinkat", (@convention(c) (Int32, Text, Int32) -> Int32).self)(folder, path, flags)
}

@_cdecl("write") func countedWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    if FileCalls.fails("write", on: descriptor) { return -1 }
    return FileCalls.next("write", (@convention(c) (Int32, UnsafeRawPointer, Int) -> Int).self)(
        descriptor, bytes, count)
}
