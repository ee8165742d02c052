import Auth0
import Glibc

// Starts, requests one token over TLS, decodes it and then writes one byte.

guard CommandLine.arguments.count == 3 else { exit(2) }
let transport = CurlTransport(configuration: .init(certificateAuthorities: .directory(CommandLine.arguments[2])))
let client = Auth0.authentication(
    clientId: "benchmark-client-0123456789ab", domain: CommandLine.arguments[1], session: transport)
let request = client.renew(withRefreshToken: "v1.token").start { result in
    var byte = (try? result.get().accessToken.isEmpty) == false ? UInt8(ascii: "+") : UInt8(ascii: "-")
    write(1, &byte, 1)
    _exit(0)
}
while true { pause() }
