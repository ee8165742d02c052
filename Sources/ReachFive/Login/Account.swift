import ByteEncodings
import HTTPMessages
import OpenID
import RequestPipeline

/// The server side of a configuration: its endpoints and keys, and the scopes that the client is allowed.
struct Account: Sendable {
    let client: SharedFetch<OpenIDClient>
    /// The default scopes, which only a login without scopes needs.
    let scope: SharedFetch<String>

    init(_ config: SdkConfig, session: any Transport, logger: (any Logger)?) {
        client = SharedFetch {
            var provider = try await OpenIDProvider.discover(config.origin, session: session).start()
            provider.logger = logger
            return provider.client(id: config.clientId)
        }
        scope = SharedFetch {
            let context = ClientContext(
                transport: session, logger: logger, fields: ["Accept": "application/json"], reservedField: "")
            let base = Result { try HTTPURL("\(config.origin)/") as HTTPURL }
            let request = Request<String, OpenIDError>(
                Endpoint(.get, "identity/v1/config", below: base), client: context,
                decode: Decoders.tree { $0["scope"]?.string })
            return try await request.fields(["client_id": config.clientId]).start()
        }
    }
}

/// A value that is fetched once, for all callers; a failed fetch is not cached.
actor SharedFetch<Value: Sendable> {
    private let fetch: @Sendable () async throws -> Value
    private var fetched: Task<Value, any Error>?

    init(_ fetch: @escaping @Sendable () async throws -> Value) { self.fetch = fetch }

    func value() async throws -> Value {
        let task = fetched ?? Task { [fetch] in try await fetch() }
        fetched = task
        let result = await task.result
        if case .failure = result, fetched == task { fetched = nil }
        // A caller that was cancelled must neither open a page nor spend a refresh token.
        try Task.checkCancellation()
        return try result.get()
    }
}
