import Foundation
import FoundationNetworking
import HTTPMessages
import HTTPURLSession
import Testing

@Suite struct RepresentableTests {
    @Test func `a URLRequest provides the method and address for a proof`() throws {
        var request = URLRequest(url: try #require(URL(string: "https://api.example.com/a?b=c#d")))
        request.httpMethod = "PUT"

        request.setField("DPoP", to: "proof")

        #expect(request.requestMethod == .put)
        #expect(request.requestURL?.string == "https://api.example.com/a?b=c")
        #expect(request.value(forHTTPHeaderField: "dpop") == "proof")
    }

    @Test func `an address that no request is sent to is refused`() throws {
        #expect(URLRequest(url: try #require(URL(string: "http://api.example.com/"))).requestURL == nil)
    }

    @Test func `a field is found regardless of case`() throws {
        let url = try #require(URL(string: "https://api.example.com/"))
        let response = HTTPURLResponse(
            url: url, statusCode: 401, httpVersion: nil, headerFields: ["www-authenticate": "DPoP"])

        #expect(response?.field("WWW-Authenticate") == "DPoP")
        #expect(response?.field("Date") == nil)
    }
}
