import Glibc
import Synchronization

/// The calls by which the store changes files, and by which it lists them, in front of those of the system.
///
/// The functions below replace those of the C library in the test program. They pass everything on unless a test, in a
/// process of its own, says what comes first.
enum SystemCalls {
    typealias Hook = @Sendable (_ call: String, _ descriptor: Int32) -> Int32?
    private static let hook = Mutex<Hook?>(nil)

    /// Calls a closure before every call of this process; the call fails with the number that it returns.
    static func intercept(_ body: Hook?) { hook.withLock { $0 = body } }

    private static let mostWritten = Atomic(Int.max)

    /// Lets every later call of `write` in this process write only a part.
    static func limitWrites(to count: Int) { mostWritten.store(count, ordering: .relaxed) }

    private static let brokenLists = Atomic(false)

    /// Lets every later list of a folder in this process end with an input/output error instead of its names.
    static func breakLists() { brokenLists.store(true, ordering: .relaxed) }

    fileprivate static var areListsBroken: Bool { brokenLists.load(ordering: .relaxed) }

    fileprivate static func written(_ count: Int) -> Int { min(count, mostWritten.load(ordering: .relaxed)) }

    fileprivate static func fails(_ call: String, _ descriptor: Int32) -> Bool {
        guard let body = hook.withLock({ $0 }), let number = body(call, descriptor) else { return false }
        errno = number
        return true
    }

    fileprivate static func next<Function>(_ name: String, _: Function.Type) -> Function {
        // -1 is RTLD_NEXT, a macro that Swift does not import.
        unsafeBitCast(dlsym(UnsafeMutableRawPointer(bitPattern: -1), name), to: Function.self)
    }
}

private typealias Text = UnsafePointer<CChar>

@_cdecl("fsync") func interceptedFsync(_ descriptor: Int32) -> Int32 {
    if SystemCalls.fails("fsync", descriptor) { return -1 }
    return SystemCalls.next("fsync", (@convention(c) (Int32) -> Int32).self)(descriptor)
}

@_cdecl("fchmod") func interceptedFchmod(_ descriptor: Int32, _ mode: mode_t) -> Int32 {
    if SystemCalls.fails("fchmod", descriptor) { return -1 }
    return SystemCalls.next("fchmod", (@convention(c) (Int32, mode_t) -> Int32).self)(descriptor, mode)
}

@_cdecl("fchmodat") func interceptedFchmodat(
    _ folder: Int32, _ path: UnsafePointer<CChar>, _ mode: mode_t, _ flags: Int32
) -> Int32 {
    if SystemCalls.fails("fchmodat", folder) { return -1 }
    return SystemCalls.next("fchmodat", (@convention(c) (Int32, Text, mode_t, Int32) -> Int32).self)(
        folder, path, mode, flags)
}

@_cdecl("mkdirat") func interceptedMkdirat(_ folder: Int32, _ path: UnsafePointer<CChar>, _ mode: mode_t) -> Int32 {
    if SystemCalls.fails("mkdirat", folder) { return -1 }
    return SystemCalls.next("mkdirat", (@convention(c) (Int32, Text, mode_t) -> Int32).self)(folder, path, mode)
}

@_cdecl("renameat") func interceptedRenameat(
    _ folder: Int32, _ path: UnsafePointer<CChar>, _ newFolder: Int32, _ newPath: UnsafePointer<CChar>
) -> Int32 {
    if SystemCalls.fails("renameat", folder) { return -1 }
    return SystemCalls.next("renameat", (@convention(c) (Int32, Text, Int32, Text) -> Int32).self)(
        folder, path, newFolder, newPath)
}

@_cdecl("unlinkat") func interceptedUnlinkat(_ folder: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 {
    if SystemCalls.fails("unlinkat", folder) { return -1 }
    return SystemCalls.next("unlinkat", (@convention(c) (Int32, Text, Int32) -> Int32).self)(folder, path, flags)
}

@_cdecl("fdopendir") func interceptedFdopendir(_ descriptor: Int32) -> OpaquePointer? {
    if SystemCalls.fails("fdopendir", descriptor) { return nil }
    return SystemCalls.next("fdopendir", (@convention(c) (Int32) -> OpaquePointer?).self)(descriptor)
}

@_cdecl("readdir") func interceptedReaddir(_ listing: OpaquePointer?) -> UnsafeMutablePointer<dirent>? {
    guard SystemCalls.areListsBroken else {
        return SystemCalls.next(
            "readdir", (@convention(c) (OpaquePointer?) -> UnsafeMutablePointer<dirent>?).self)(listing)
    }
    errno = EIO
    return nil
}

@_cdecl("write") func interceptedWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    if SystemCalls.fails("write", descriptor) { return -1 }
    return SystemCalls.next("write", (@convention(c) (Int32, UnsafeRawPointer, Int) -> Int).self)(
        descriptor, bytes, SystemCalls.written(count))
}
