import CAuth0Secret
import Dispatch

/// The deadline of a call to the keyring: it cancels the pending operation of libsecret.
final class KeyringDeadline {
    /// The cancellation, for the functions of libsecret.
    let cancellable: OpaquePointer?
    private let calls: auth0_secret
    private let alarm: DispatchWorkItem

    private struct Reference: @unchecked Sendable {  // a GCancellable, which any thread may cancel
        let cancellable: OpaquePointer?
        let cancel: @convention(c) (OpaquePointer?) -> Void
    }

    /// Begins to wait.
    ///
    /// - Parameters:
    ///   - timeout: The time until the cancellation.
    ///   - calls: The functions of libsecret.
    init(after timeout: Duration, _ calls: auth0_secret) {
        self.calls = calls
        cancellable = calls.g_cancellable_new()
        let reference = Reference(cancellable: cancellable, cancel: calls.g_cancellable_cancel)
        alarm = DispatchWorkItem { reference.cancel(reference.cancellable) }
        DispatchQueue.global().asyncAfter(deadline: .now() + timeout.dispatchInterval, execute: alarm)
    }

    /// Ends the wait. A cancellation in progress keeps the object alive.
    deinit {
        alarm.cancel()
        calls.g_object_unref(UnsafeMutableRawPointer(cancellable))
    }
}
