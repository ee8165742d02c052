/// A function that handles a request, or returns `nil` to pass it to the next handler.
typealias RequestHandler = @Sendable (HTTPRequest, TenantCore) -> ResponseSchedule?

/// The handlers of requests, each in a file of this folder.
enum RequestHandlers {
    /// The handlers in their order; a request that none of them handles is a ``TenantRequest``.
    static let all: [RequestHandler] = [
        HostRule.handle, ControlRoutes.handle, PageAssets.handle, CrossOrigin.handle,
    ]
}
