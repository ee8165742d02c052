import Dispatch
import Glibc
import Synchronization
import TestEvents

/// The host names under `hangs.test`, whose name server answers when a test says so, and those under `known.test`,
/// which have the address 127.0.0.1.
///
/// The table in which libcurl finds the function of the C library is changed, in a process of its own for each test.
enum HangingNames {
    private struct State {
        var names: [String] = []
        var running = 0
        var maximum = 0
        var waiting: [String: [DispatchSemaphore]] = [:]
        var answered: Set<String> = []
    }

    private typealias Lookup =
        @convention(c) (
            UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<addrinfo>?,
            UnsafeMutablePointer<UnsafeMutablePointer<addrinfo>?>?
        ) -> Int32

    private static let state = Mutex(State())
    private static let replacement: Lookup = { lookUp($0, $1, $2, $3) }

    /// The lookups of these names that have begun.
    static let begun = EventCounter()
    /// The names of these lookups, in their order.
    static var names: [String] { state.withLock(\.names) }
    /// The largest number of these lookups at one time, each on a thread of its own.
    static var maximum: Int { state.withLock(\.maximum) }

    /// Answers all lookups of a name with 127.0.0.1, also those that begin later.
    static func answer(_ name: String) {
        let waiting = state.withLock { state in
            state.answered.insert(name)
            return state.waiting.removeValue(forKey: name) ?? []
        }
        for lookup in waiting { lookup.signal() }
    }

    /// Gives these names to libcurl, and ends a process that hangs: the time limit of its test does not reach it.
    static func install() {
        alarm(600)
        let libcurl = dlopen("libcurl.so.4", RTLD_NOW | RTLD_NOLOAD)
        guard let libcurl, let entry = entry(of: "getaddrinfo", in: libcurl) else {
            preconditionFailure("libcurl calls no getaddrinfo")
        }
        let size = Int(getpagesize())
        let page = UnsafeMutableRawPointer(bitPattern: UInt(bitPattern: entry) & ~UInt(size - 1))
        let isWritable = mprotect(page, size, PROT_READ | PROT_WRITE) == 0
        precondition(isWritable, "the table of libcurl cannot be changed")
        entry.bindMemory(to: Lookup.self, capacity: 1).pointee = replacement
    }

    /// Returns the place of a function's address in the table of a library; the handle is a `link_map` in glibc.
    private static func entry(of function: String, in library: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        let map = library.assumingMemoryBound(to: link_map.self).pointee
        var tags: [Int: UInt] = [:]
        var next = map.l_ld
        while let entry = next?.pointee, entry.d_tag != DT_NULL {
            tags[Int(entry.d_tag)] = UInt(entry.d_un.d_ptr)
            next = next?.advanced(by: 1)
        }
        let relocations = UnsafePointer<Elf64_Rela>(bitPattern: tags[Int(DT_JMPREL)] ?? 0)
        guard let relocations, let symbols = UnsafePointer<Elf64_Sym>(bitPattern: tags[Int(DT_SYMTAB)] ?? 0),
            let names = UnsafePointer<CChar>(bitPattern: tags[Int(DT_STRTAB)] ?? 0)
        else { return nil }
        let count = Int(tags[Int(DT_PLTRELSZ)] ?? 0) / MemoryLayout<Elf64_Rela>.stride
        let found = UnsafeBufferPointer(start: relocations, count: count)
            .first { String(cString: names + Int(symbols[Int($0.r_info >> 32)].st_name)) == function }
        return found.flatMap { UnsafeMutableRawPointer(bitPattern: UInt(map.l_addr) + UInt($0.r_offset)) }
    }

    private static func lookUp(
        _ node: UnsafePointer<CChar>?, _ service: UnsafePointer<CChar>?, _ hints: UnsafePointer<addrinfo>?,
        _ result: UnsafeMutablePointer<UnsafeMutablePointer<addrinfo>?>?
    ) -> Int32 {
        let name = node.map { String(cString: $0) } ?? ""
        if name.hasSuffix(".known.test") { return getaddrinfo("127.0.0.1", service, hints, result) }
        guard name.hasSuffix(".hangs.test") else { return getaddrinfo(node, service, hints, result) }
        let answer = DispatchSemaphore(value: 0)
        state.withLock { state in
            state.names.append(name)
            state.running += 1
            state.maximum = max(state.maximum, state.running)
            if state.answered.contains(name) {
                answer.signal()
            } else {
                state.waiting[name, default: []].append(answer)
            }
        }
        begun.add()
        answer.wait()
        state.withLock { $0.running -= 1 }
        return getaddrinfo("127.0.0.1", service, hints, result)
    }
}
