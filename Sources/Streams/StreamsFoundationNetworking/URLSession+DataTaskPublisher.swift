public import Foundation
public import FoundationNetworking
public import Streams

extension URLSession {
    /// A publisher of the answer to a `GET` request.
    ///
    /// - Parameter url: What is asked for.
    /// - Returns: A publisher of the body and the head; nothing is sent before a value is demanded.
    public func dataTaskPublisher(for url: URL) -> DataTaskPublisher {
        dataTaskPublisher(for: URLRequest(url: url))
    }

    /// A publisher of the answer to a request.
    ///
    /// - Parameter request: What is asked for.
    /// - Returns: A publisher of the body and the head; nothing is sent before a value is demanded.
    public func dataTaskPublisher(for request: URLRequest) -> DataTaskPublisher {
        DataTaskPublisher(request: request, session: self)
    }

    /// Gives the answer to a request, which is sent anew for each subscriber when it demands a value.
    ///
    /// An answer with any status is a value; only when there is none the publisher fails. After a cancellation nothing is
    /// told any more, but the transfer itself goes on to its end or its timeout: FoundationNetworking may stop the program
    /// when a task is cancelled while it ends.
    public struct DataTaskPublisher: Publisher {
        /// The body and the head of the answer.
        public typealias Output = (data: Data, response: URLResponse)
        /// Why there is no answer.
        public typealias Failure = URLError

        /// What is asked for.
        public let request: URLRequest
        /// Who asks.
        public let session: URLSession

        /// Makes a publisher of the answer to a request.
        ///
        /// - Parameters:
        ///   - request: What is asked for.
        ///   - session: Who asks.
        public init(request: URLRequest, session: URLSession) {
            self.request = request
            self.session = session
        }

        /// Gives `subscriber` a subscription that sends the request at its first demand.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == URLError {
            subscriber.receive(subscription: DataTask(publisher: self, downstream: subscriber))
        }
    }
}
