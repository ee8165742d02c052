import HTTPMessages
import Testing

@Suite struct TransportFieldsTests {
    @Test func `finds a field regardless of case, and joins several`() {
        var fields: TransportFields = ["Content-Type": "text/plain", "X-A": "1"]
        fields.append("2", named: "x-a")

        #expect(fields["CONTENT-TYPE"] == "text/plain")
        #expect(fields["X-A"] == "1, 2")
        #expect(fields["X"] == nil)
        #expect(fields.contains("x-A"))
        #expect(!fields.contains("X-A-B"))
    }

    @Test func `setting replaces all fields of a name, and nil removes them`() {
        var fields: TransportFields = ["A": "1", "B": "2", "a": "3"]

        fields["A"] = "4"
        fields["B"] = nil

        #expect(fields.map { "\($0.name)=\($0.value)" } == ["A=4"])
        #expect(!fields.isEmpty)
    }

    @Test func `is a sequence of names and values in order`() {
        let fields: TransportFields = ["B": "2", "Empty": "", "a": "x:y", "b": "3"]

        var seen: [String] = []
        for (name, value) in fields { seen.append("\(name)=\(value)") }

        #expect(seen == ["B=2", "Empty=", "a=x:y", "b=3"])
        #expect(fields.first { $0.name == "a" }?.value == "x:y")
        #expect(Array(TransportFields()).isEmpty)
    }

    @Test func `returns the values of one name without joining them`() {
        var fields: TransportFields = ["Set-Cookie": "a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "Other": "x"]
        fields.append("b=2", named: "set-cookie")

        #expect(
            fields.values(of: "SET-COOKIE") == ["a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "b=2"])
        #expect(fields.values(of: "Missing") == [])
    }

    @Test(arguments: ["", "a b", "a:b", "a\r", "a\n", "é", "a\0", "a(b"])
    func `stores no field whose name is not a token, and remembers it`(name: String) {
        var fields: TransportFields = ["Good": "1"]

        fields.append("value", named: name)
        fields.append("value", named: "bad name")

        #expect(fields.firstInvalidName == name)
        #expect(fields["Good"] == "1")
        #expect(!fields.contains(name))
    }

    @Test(arguments: ["\r", "\n", "\0", "a\r\nB: c"])
    func `stores no value with a line break`(value: String) {
        var fields = TransportFields()

        fields.append(value, named: "Name")

        #expect(fields.firstInvalidName == "Name")
        #expect(fields.isEmpty)
    }

    @Test(arguments: [
        ("Name: value\r\n", "value"), ("Name:value", "value"), ("Name: \t a b \r\n", "a b"), ("Name:\r\n", ""),
        ("Name: a:b\r\n", "a:b"),
    ])
    func `reads a received line`(line: String, value: String) {
        var fields = TransportFields()

        let length = Array(line.utf8).withUnsafeBytes { fields.append(line: $0) }

        #expect(length == 4)
        #expect(fields["name"] == value)
    }

    @Test(arguments: ["", ":", ": v", "Name", "Na me: v", " Name: v", "Name : v", "Name: a\rb", "Name: a\0b"])
    func `refuses a received line that is not well formed`(line: String) {
        var fields = TransportFields()

        let length = Array(line.utf8).withUnsafeBytes { fields.append(line: $0) }

        #expect(length == nil)
        #expect(fields.isEmpty)
    }

    @Test func `keeps bytes that are not UTF-8 from breaking anything`() {
        var fields = TransportFields()

        let length = [UInt8]([0x41, 0x3A, 0xFF, 0xFE]).withUnsafeBytes { fields.append(line: $0) }

        #expect(length == 1)
        #expect(fields["A"]?.isEmpty == false)
    }

    @Test func `a name has the bytes of RFC 9110 §5.6.2 and no others`() {
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
        let allowed = Set((letters + "0123456789!#$%&'*+-.^_`|~").utf8)
        for byte in UInt8.min...UInt8.max {
            var fields = TransportFields()

            // A colon after the name would end it.
            let length = [byte, UInt8(ascii: "a"), UInt8(ascii: ":")].withUnsafeBytes { fields.append(line: $0) }

            #expect((length == 2) == allowed.contains(byte), "\(byte)")
        }
    }
}
