public import Foundation
public import FoundationNetworking
public import Streams

extension URLSession {
    /// Returns a publisher of the response to a `GET` request.
    ///
    /// - Parameter url: The URL to request.
    /// - Returns: A publisher of one value, body and response; nothing is sent before a subscriber demands it. It fails
    ///   with a `URLError` if there is no response.
    public func dataTaskPublisher(for url: URL) -> DataTaskPublisher { dataTaskPublisher(for: URLRequest(url: url)) }

    /// Returns a publisher of the response to a request.
    ///
    /// - Parameter request: The request to send.
    /// - Returns: A publisher of one value, body and response; nothing is sent before a subscriber demands it. It fails
    ///   with a `URLError` if there is no response.
    public func dataTaskPublisher(for request: URLRequest) -> DataTaskPublisher {
        DataTaskPublisher(request: request, session: self)
    }

    /// A publisher of the response to a request, which is sent for each subscriber at its first demand.
    ///
    /// A response with any status code is a value; the publisher fails only if there is no response. After a
    /// cancellation nothing is published, but the transfer continues to its end or its timeout: FoundationNetworking
    /// may crash the program if a task is cancelled while it completes.
    public struct DataTaskPublisher: Publisher {
        /// The type of the published values: the body and the response.
        public typealias Output = (data: Data, response: URLResponse)
        /// The type of the failure: the reason why there is no response.
        public typealias Failure = URLError

        /// The request to send.
        public let request: URLRequest
        /// The session that sends the request.
        public let session: URLSession

        /// Creates a publisher of the response to a request.
        ///
        /// - Parameters:
        ///   - request: The request to send.
        ///   - session: The session that sends the request.
        public init(request: URLRequest, session: URLSession) {
            self.request = request
            self.session = session
        }

        /// Attaches `subscriber`; its first demand sends the request. See `Publisher`, whose parameters are the same.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == URLError {
            subscriber.receive(subscription: DataTask(publisher: self, downstream: subscriber))
        }
    }
}
