import HTTPMessages
import HTTPTypes

extension TransportRequest {
    init(_ request: HTTPRequest, body: [UInt8] = []) throws {
        let address = "\(request.scheme ?? "https")://\(request.authority ?? "")\(request.path ?? "/")"
        self.init(method: TransportMethod(rawValue: request.method.rawValue), url: try HTTPURL(address), body: body)
        for field in request.headerFields { fields.append(field.value, named: field.name.rawName) }
    }
}

extension HTTPRequest {
    init?(_ request: TransportRequest) {
        guard let method = Method(request.method.rawValue) else { return nil }
        let url = request.url
        let scheme = url.isSecure ? "https" : "http"
        self.init(
            method: method, scheme: scheme, authority: String(url.origin.dropFirst(scheme.count + 3)),
            path: url.path + (url.query.map { "?\($0)" } ?? ""), headerFields: HTTPFields(request.fields))
    }
}

extension TransportResponse {
    init(_ response: HTTPResponse, body: [UInt8]) {
        var fields = TransportFields()
        for field in response.headerFields { fields.append(field.value, named: field.name.rawName) }
        self.init(status: response.status.code, fields: fields, body: body)
    }
}

extension HTTPResponse {
    init(_ response: TransportResponse) {
        self.init(status: Status(code: response.status), headerFields: HTTPFields(response.fields))
    }
}

extension HTTPFields {
    init(_ fields: TransportFields) {
        self.init()
        for (name, value) in fields {
            if let name = HTTPField.Name(name) { append(HTTPField(name: name, value: value)) }
        }
    }
}
