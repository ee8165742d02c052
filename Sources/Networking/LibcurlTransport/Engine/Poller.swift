import CAuth0Curl
import CAuth0Linux
import LinuxCLibrary
import LinuxSystemCalls

/// An epoll instance that avoids most calls to `epoll_ctl`.
///
/// libcurl stops watching a connection when a request is done and starts again with the next one. A socket that this
/// class opened stays registered until it is closed, or has an event while libcurl does not watch it.
final class Poller {
    private struct Watch {
        var registered: UInt32 = 0
        var wanted: UInt32 = 0
        var isOurs = false
    }

    private static let readable = UInt32(EPOLLIN.rawValue)
    private static let writable = UInt32(EPOLLOUT.rawValue)
    private static let capacity = 128

    private let epoll: Int32
    private let wake: Wakeup
    private let events: UnsafeMutablePointer<epoll_event>
    private var watches: [Watch] = []

    /// Opens an epoll instance that also waits for `wake`; `nil` if the system has no descriptor left.
    init?(wake: Wakeup) {
        epoll = auth0_open_epoll()
        guard epoll >= 0 else { return nil }
        self.wake = wake
        events = .allocate(capacity: Self.capacity)
        // Edge-triggered: the counter is never read, so a wake-up costs one system call instead of two.
        guard control(EPOLL_CTL_ADD, wake.descriptor, Self.readable | UInt32(EPOLLET.rawValue)) else { return nil }
    }

    deinit {
        events.deallocate()
        LinuxCLibrary.close(epoll)
    }

    /// Opens a socket for libcurl with `SOCK_CLOEXEC`, so that child processes do not inherit it.
    func open(family: Int32, type: Int32, protocol number: Int32) -> Int32 {
        let descriptor = socket(family, type | Int32(SOCK_CLOEXEC.rawValue), number)
        guard descriptor >= 0 else { return descriptor }
        ensureCapacity(for: descriptor)
        watches[Int(descriptor)] = Watch(isOurs: true)
        return descriptor
    }

    func close(socket descriptor: Int32) -> Int32 {
        ensureCapacity(for: descriptor)
        if watches[Int(descriptor)].registered != 0 { _ = control(EPOLL_CTL_DEL, descriptor, 0) }
        watches[Int(descriptor)] = Watch()
        return LinuxCLibrary.close(descriptor)
    }

    /// Watches a socket for reading or writing, or stops watching it if both are `false`.
    func watch(_ descriptor: Int32, reading: Bool, writing: Bool) {
        ensureCapacity(for: descriptor)
        let index = Int(descriptor)
        let wanted = (reading ? Self.readable : 0) | (writing ? Self.writable : 0)
        watches[index].wanted = wanted
        if wanted == 0, watches[index].isOurs, watches[index].registered == Self.readable { return }
        // A socket that libcurl opened itself (its resolver does) may be closed and reopened without notice.
        if watches[index].isOurs, watches[index].registered == wanted { return }
        register(descriptor, wanted)
    }

    private func register(_ descriptor: Int32, _ wanted: UInt32) {
        let index = Int(descriptor)
        if wanted == 0 {
            _ = control(EPOLL_CTL_DEL, descriptor, 0)
        } else if watches[index].registered == 0 {
            _ = control(EPOLL_CTL_ADD, descriptor, wanted) || control(EPOLL_CTL_MOD, descriptor, wanted)
        } else {
            _ = control(EPOLL_CTL_MOD, descriptor, wanted) || control(EPOLL_CTL_ADD, descriptor, wanted)
        }
        watches[index].registered = wanted
    }

    /// Waits for events, without limit for -1, and returns their indices for ``forEach(_:_:)``.
    func wait(milliseconds: Int32) -> Range<Int> {
        var count = epoll_wait(epoll, events, Int32(Self.capacity), milliseconds)
        // The process was stopped and continued: data that arrived meanwhile comes before the deadlines that passed.
        if count < 0 { count = epoll_wait(epoll, events, Int32(Self.capacity), 0) }
        return 0..<Int(max(count, 0))
    }

    /// Calls a closure with each socket that is still watched and its events, as libcurl's `CURL_CSELECT_…`.
    func forEach(_ indices: Range<Int>, _ body: (_ descriptor: Int32, _ events: Int32) -> Void) {
        for index in indices {
            let descriptor = events[index].data.fd
            guard descriptor != wake.descriptor else { continue }
            let watch = watches[Int(descriptor)]
            if watch.wanted == 0 {
                // The server closed or wrote to an idle connection; libcurl checks it before it uses it again.
                _ = control(EPOLL_CTL_DEL, descriptor, 0)
                watches[Int(descriptor)].registered = 0
            } else {
                body(descriptor, Self.selected(events[index].events))
            }
        }
    }

    private static func selected(_ events: UInt32) -> Int32 {
        (events & (readable | UInt32(EPOLLHUP.rawValue)) != 0 ? CURL_CSELECT_IN : 0)
            | (events & writable != 0 ? CURL_CSELECT_OUT : 0)
            | (events & UInt32(EPOLLERR.rawValue) != 0 ? CURL_CSELECT_ERR : 0)
    }

    private func ensureCapacity(for descriptor: Int32) {
        let missing = Int(descriptor) + 1 - watches.count
        if missing > 0 { watches.append(contentsOf: repeatElement(Watch(), count: max(missing, 64))) }
    }

    private func control(_ operation: Int32, _ descriptor: Int32, _ wanted: UInt32) -> Bool {
        var event = epoll_event()
        event.events = wanted
        event.data.fd = descriptor
        return epoll_ctl(epoll, operation, descriptor, &event) == 0
    }
}
