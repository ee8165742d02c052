import HTTPMessages

extension TransportRequest {
    /// The reason the request is invalid, or `nil` if it can be sent.
    var problem: TransportError? {
        guard method.rawValue.utf8.allSatisfy({ (0x41...0x5A).contains($0) }), !method.rawValue.isEmpty,
            method.rawValue != "CONNECT"
        else { return TransportError(.invalidArgument, detail: "the method is not one this transport sends") }
        guard method != .head || body.isEmpty else {
            return TransportError(.invalidArgument, detail: "a HEAD request has no body")
        }
        if fields.firstInvalidName != nil {
            return TransportError(
                .invalidArgument, detail: "a header field has a name or value that no message may carry")
        }
        var reserved: String?
        fields.forEachRawLine { line, colon in
            if reserved == nil { reserved = line.reservedName(length: colon) }
        }
        return reserved.map {
            TransportError(.invalidArgument, detail: "the header field \($0) is the transport's own to set")
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Returns the name of a field that frames or routes a message, which only the transport may set; otherwise `nil`.
    fileprivate func reservedName(length: Int) -> String? {
        switch length {
        case 2 where isNamed("te"): "TE"
        case 4 where isNamed("host"): "Host"
        case 6 where isNamed("expect"): "Expect"
        case 7 where isNamed("trailer"): "Trailer"
        case 7 where isNamed("upgrade"): "Upgrade"
        case 10 where isNamed("connection"): "Connection"
        case 10 where isNamed("keep-alive"): "Keep-Alive"
        case 14 where isNamed("content-length"): "Content-Length"
        case 16 where isNamed("proxy-connection"): "Proxy-Connection"
        case 17 where isNamed("transfer-encoding"): "Transfer-Encoding"
        case 19 where isNamed("proxy-authorization"): "Proxy-Authorization"
        default: nil
        }
    }
}
