import CAuth0Secret
import Dispatch

/// The deadline of a call to the keyring: it cancels the pending operation of libsecret.
final class KeyringDeadline {
    /// A GCancellable; the alarm keeps it alive during a cancellation.
    private final class Cancellation: @unchecked Sendable {  // any thread may cancel and release a GCancellable
        let object: OpaquePointer?
        private let calls: auth0_secret

        init(_ calls: auth0_secret) { (object, self.calls) = (calls.g_cancellable_new(), calls) }

        func cancel() { calls.g_cancellable_cancel(object) }

        deinit { calls.g_object_unref(UnsafeMutableRawPointer(object)) }
    }

    /// The queue of the alarms. A serial queue has a thread when calls block all threads of the global queues.
    static let alarms = DispatchQueue(label: "auth0.keyring")

    private let cancellation: Cancellation
    private let alarm: DispatchWorkItem

    /// Begins to wait.
    init(after timeout: Duration, _ calls: auth0_secret) {
        let cancellation = Cancellation(calls)
        self.cancellation = cancellation
        alarm = DispatchWorkItem { cancellation.cancel() }
        Self.alarms.asyncAfter(deadline: .now() + timeout.dispatchInterval, execute: alarm)
    }

    deinit { alarm.cancel() }

    /// The cancellation, for the functions of libsecret.
    var cancellable: OpaquePointer? { cancellation.object }
}
