import CAuth0Secret
import Dispatch
import Synchronization

/// A reference to an object of GLib.
final class GLibObject {
    /// The object.
    let pointer: OpaquePointer
    private let release: @convention(c) (UnsafeMutableRawPointer?) -> Void

    /// Takes ownership of a reference.
    init(_ pointer: OpaquePointer, _ calls: auth0_secret) { (self.pointer, release) = (pointer, calls.g_object_unref) }

    deinit { release(UnsafeMutableRawPointer(pointer)) }
}

/// The events of GLib for the objects of one call: they end with the call, and nothing else on its thread waits for
/// them.
final class EventContext {
    private let calls: auth0_secret
    private let context: OpaquePointer?

    /// Makes the context the default of this thread.
    init(_ calls: auth0_secret) {
        self.calls = calls
        context = calls.g_main_context_new()
        calls.g_main_context_push_thread_default(context)
    }

    /// Handles events until a condition holds, and returns whether it does; `false` after the limit. Blocks.
    func handleEvents(for limit: Duration, until isOver: () -> Bool) -> Bool {
        let waking = Waking(context, calls)
        let alarm = DispatchWorkItem { waking.wake() }
        KeyringDeadline.alarms.asyncAfter(deadline: .now() + limit.dispatchInterval, execute: alarm)
        defer { alarm.cancel() }
        while !isOver() {
            guard !waking.isOver.load(ordering: .acquiring) else { return false }
            _ = calls.g_main_context_iteration(context, 1)
        }
        return true
    }

    deinit {
        // The objects' signal handlers are released by events, which are lost with the context.
        while calls.g_main_context_iteration(context, 0) != 0 {}
        calls.g_main_context_pop_thread_default(context)
        calls.g_main_context_unref(context)
    }
}

/// The end of a wait for events, from another thread.
private final class Waking: @unchecked Sendable {  // GLib lets any thread wake a context
    let isOver = Atomic(false)
    private let calls: auth0_secret
    private let context: OpaquePointer?

    init(_ context: OpaquePointer?, _ calls: auth0_secret) {
        self.calls = calls
        self.context = calls.g_main_context_ref(context)
    }

    func wake() {
        isOver.store(true, ordering: .releasing)
        calls.g_main_context_wakeup(context)
    }

    deinit { calls.g_main_context_unref(context) }
}
