import ByteEncodings
import HTTPMessages
import OpenID
import RequestPipeline

/// The server side of a configuration: its endpoints and keys, and the scopes of the client, which are fetched once.
actor Account {
    /// The client of the account, and the scopes it is allowed.
    typealias Knowledge = (client: OpenIDClient, scope: String)

    private let config: SdkConfig
    private let session: any Transport
    private let logger: (any Logger)?
    private var fetched: Task<Knowledge, any Error>?

    init(_ config: SdkConfig, session: any Transport, logger: (any Logger)?) {
        (self.config, self.session, self.logger) = (config, session, logger)
    }

    /// Returns the client and its default scopes; all callers share one fetch, and a failed fetch is not cached.
    func client() async throws -> Knowledge {
        let fetch =
            fetched
            ?? Task { [config, session, logger] in
                try await Self.fetch(config, session: session, logger: logger)
            }
        fetched = fetch
        do {
            return try await fetch.value
        } catch {
            if fetched == fetch { fetched = nil }
            throw error
        }
    }

    private static func fetch(
        _ config: SdkConfig, session: any Transport, logger: (any Logger)?
    ) async throws -> Knowledge {
        var provider = try await OpenIDProvider.discover(config.origin, session: session).start()
        provider.logger = logger
        let context = ClientContext(
            transport: session, logger: logger, fields: ["Accept": "application/json"], reservedField: "")
        let base = Result { try HTTPURL("\(config.origin)/") as HTTPURL }
        let request = Request<String, OpenIDError>(
            Endpoint(.get, "identity/v1/config", below: base), client: context,
            decode: Decoders.tree { $0["scope"]?.string })
        let scope = try await request.fields(["client_id": config.clientId]).start()
        return (provider.client(id: config.clientId), scope)
    }
}
