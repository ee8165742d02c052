import CAuth0Secret

/// A reference to an object of GLib.
final class GLibObject {
    /// The object.
    let pointer: OpaquePointer
    private let release: @convention(c) (UnsafeMutableRawPointer?) -> Void

    /// Takes over a reference.
    init(_ pointer: OpaquePointer, _ calls: auth0_secret) { (self.pointer, release) = (pointer, calls.g_object_unref) }

    deinit { release(UnsafeMutableRawPointer(pointer)) }
}

/// The events of GLib for the objects of one call: they end with the call, on the thread of which nothing else waits
/// for them.
final class EventContext {
    private let calls: auth0_secret
    private let context: OpaquePointer?

    /// Makes the context that of this thread.
    init(_ calls: auth0_secret) {
        self.calls = calls
        context = calls.g_main_context_new()
        calls.g_main_context_push_thread_default(context)
    }

    deinit {
        // The objects' signal handlers are released by events, which are lost with the context.
        while calls.g_main_context_iteration(context, 0) != 0 {}
        calls.g_main_context_pop_thread_default(context)
        calls.g_main_context_unref(context)
    }
}
