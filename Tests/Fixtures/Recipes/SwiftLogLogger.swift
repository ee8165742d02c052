import HTTPMessages
import Logging
import OpenID

struct SwiftLogLogger: OpenID.Logger {
    let logger: Logging.Logger

    func trace(request: TransportRequest) {
        logger.debug("request", metadata: ["method": "\(request.method.rawValue)", "url": "\(request.url.string)"])
    }

    func trace(response: TransportResponse) {
        let body = String(decoding: response.body, as: UTF8.self)
        logger.debug("response", metadata: ["status": "\(response.status)", "body": "\(body)"])
    }

    func trace(url: String, source: String?) {
        logger.debug("address", metadata: ["url": "\(url)", "source": "\(source ?? "unknown")"])
    }
}
