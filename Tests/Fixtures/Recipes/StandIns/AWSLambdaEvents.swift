// The declarations of swift-aws-lambda-events that the recipes use; compiled, never run.
public import HTTPTypes

/// A request to an HTTP API of API Gateway.
public struct APIGatewayV2Request: Sendable {
    /// The context of a request.
    public struct Context: Sendable {
        /// The request line.
        public struct HTTP: Sendable {
            /// The method.
            public let method: HTTPRequest.Method
        }
        /// The request line.
        public let http: HTTP
    }

    /// The path.
    public let rawPath: String
    /// The header fields; the names are in lower case.
    public let headers: [String: String]
    /// The context.
    public let context: Context
}

/// A response of an HTTP API of API Gateway.
public struct APIGatewayV2Response: Sendable {
    /// Creates a response.
    public init(
        statusCode: HTTPResponse.Status, headers: [String: String]? = nil, body: String? = nil,
        isBase64Encoded: Bool? = nil, cookies: [String]? = nil
    ) {}
}
