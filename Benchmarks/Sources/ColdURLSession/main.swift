import CTrust
import Foundation
import FoundationNetworking

/// A token response. The program starts, requests one token over TLS, decodes it and then writes one byte.
struct TokenResponse: Decodable {
    let accessToken: String
    let tokenType: String
    let idToken: String
    let refreshToken: String?
    let expiresIn: Double
    let scope: String?
}

guard CommandLine.arguments.count == 3, let url = URL(string: CommandLine.arguments[1] + "/oauth/token") else {
    exit(2)
}
trust_authorities_in(CommandLine.arguments[2])
var request = URLRequest(url: url)
request.httpMethod = "POST"
request.httpBody = Data(#"{"grant_type":"refresh_token","refresh_token":"v1.token"}"#.utf8)
request.setValue("application/json", forHTTPHeaderField: "Content-Type")
let task = URLSession(configuration: .ephemeral).dataTask(with: request) { data, _, error in
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    guard let data, let token = try? decoder.decode(TokenResponse.self, from: data) else {
        FileHandle.standardError.write(Data("\(String(describing: error))\n".utf8))
        _exit(1)
    }
    var byte: UInt8 = token.accessToken.isEmpty ? UInt8(ascii: "-") : UInt8(ascii: "+")
    write(1, &byte, 1)
    _exit(0)
}
task.resume()
dispatchMain()
