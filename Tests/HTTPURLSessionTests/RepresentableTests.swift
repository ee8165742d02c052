import Foundation
import FoundationNetworking
import HTTPMessages
import HTTPURLSession
import Testing

@Suite struct RepresentableTests {
    @Test func `a URLRequest says what a proof is about`() throws {
        var request = URLRequest(url: try #require(URL(string: "https://api.example.com/a?b=c#d")))
        request.httpMethod = "PUT"

        request.setField("DPoP", "proof")

        #expect(request.requestMethod == .put)
        #expect(request.requestURL?.string == "https://api.example.com/a?b=c")
        #expect(request.value(forHTTPHeaderField: "dpop") == "proof")
    }

    @Test func `an address that is never sent to is none`() throws {
        #expect(URLRequest(url: try #require(URL(string: "http://api.example.com/"))).requestURL == nil)
    }

    @Test func `a field is found whatever its case`() throws {
        let url = try #require(URL(string: "https://api.example.com/"))
        let response = HTTPURLResponse(
            url: url, statusCode: 401, httpVersion: nil, headerFields: ["www-authenticate": "DPoP"])

        #expect(response?.field("WWW-Authenticate") == "DPoP")
        #expect(response?.field("Date") == nil)
    }
}
