// Compiled by `make lint`: an application whose own names are those of everyday, beside one import of the SDK.
import Auth0
import HTTPTypes

let request = HTTPRequest()
let response = HTTPResponse()
let fields = HTTPFields()
let method = HTTPMethod()
let values: [Any] = [
    request, response, fields, method, UserAgent(), Proxy(), Terminal(), Presence(), Exchange(), JSONValue(), Hex.self,
    Base64URL.self, PercentEncoding.self,
]
print(values.count, Auth0.authentication(clientId: "id", domain: "tenant.example.com").url)
