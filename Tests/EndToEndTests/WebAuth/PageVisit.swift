import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The response to a browser's request for a page; redirects are not followed.
struct PageVisit: Sendable {
    let status: Int
    /// The target of a redirect.
    let location: String?

    /// Visits a page.
    ///
    /// - Parameter url: The address.
    /// - Returns: The response; `nil` without one.
    static func get(_ url: URL) async -> PageVisit? {
        await withCheckedContinuation { continuation in
            let visitor = Visitor { continuation.resume(returning: $0) }
            let session = URLSession(configuration: .ephemeral, delegate: visitor, delegateQueue: nil)
            session.dataTask(with: url).resume()
            session.finishTasksAndInvalidate()
        }
    }

    private final class Visitor: NSObject, URLSessionDataDelegate {
        private let completion: @Sendable (PageVisit?) -> Void

        init(_ completion: @escaping @Sendable (PageVisit?) -> Void) { self.completion = completion }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            completionHandler(nil)
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            completion(
                (task.response as? HTTPURLResponse).map {
                    PageVisit(status: $0.statusCode, location: $0.value(forHTTPHeaderField: "Location"))
                })
        }
    }
}

extension URL {
    /// The page to which a start page leads; other addresses lead to themselves.
    func redirected() async -> URL {
        guard path.hasPrefix("/start/"), let location = await response()?.location else { return self }
        return URL(string: location) ?? self
    }

    /// The response to a request of this user; `nil` without one.
    func response() async -> PageVisit? { await PageVisit.get(self) }
}
