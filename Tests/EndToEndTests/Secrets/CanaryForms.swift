import Foundation

/// A secret of a run, and the forms in which a program could write it.
enum CanaryForms {
    /// Returns the forms in which a program could write a secret: itself, hexadecimal, and Base64 at each alignment.
    ///
    /// A token is searched by the first 48 octets of its last part: those of a JSON Web Token begin alike.
    static func forms(of canary: String) -> [[UInt8]] {
        let octets = Array(canary.utf8.suffix(24))
        let digits = Array("0123456789abcdef".utf8)
        let hexadecimal = octets.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        let base64 = (0..<3).map { shift -> [UInt8] in
            // Without the digits that the octets before and after have a part in.
            let text = Array((Data(repeating: 0, count: shift) + octets).base64EncodedString().utf8)
            return Array(text.dropFirst(shift == 0 ? 0 : 4).dropLast(4))
        }
        let upper = Array(String(decoding: hexadecimal, as: UTF8.self).uppercased().utf8)
        return [octets, hexadecimal, upper] + base64
    }

    /// Returns whether octets hold one of the forms.
    static func holds(_ octets: [UInt8], _ forms: [[UInt8]]) -> Bool {
        let data = Data(octets)
        return forms.contains { data.range(of: Data($0)) != nil }
    }
}
