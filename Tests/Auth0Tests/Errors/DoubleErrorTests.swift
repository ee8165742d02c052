import Auth0
import Foundation
import FoundationNetworking
import Testing

/// Errors that the test doubles of a program make.
@Suite struct DoubleErrorTests {
    private struct AppError: Auth0Error {
        var debugDescription: String { "no session" }
    }

    private struct PlainError: Auth0Error {}

    @Test(arguments: [
        URLError.Code.timedOut, .cannotFindHost, .cannotConnectToHost, .networkConnectionLost, .dnsLookupFailed,
        .notConnectedToInternet, .internationalRoamingOff, .callIsActive, .dataNotAllowed,
    ])
    func `a URLError of the network is a network error`(code: URLError.Code) {
        let error = AuthenticationError(info: ["cause": URLError(code)], statusCode: 0)

        #expect(error.isNetworkError)
        #expect(error.isRetryable)
        #expect(MyAccountError(cause: URLError(code)).isNetworkError)
    }

    @Test(arguments: [URLError.Code.cancelled, .secureConnectionFailed, .badURL, .backgroundSessionWasDisconnected])
    func `another URLError is no network error`(code: URLError.Code) {
        #expect(!AuthenticationError(info: ["cause": URLError(code)], statusCode: 0).isNetworkError)
    }

    @Test func `an error of a program needs no message`() {
        #expect(AppError().localizedDescription == "no session")
        #expect("\(AppError())" == "no session")
        #expect(PlainError().localizedDescription == "Failed with PlainError")
    }
}
