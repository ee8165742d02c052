import LoginBrowsers
import Testing

@Suite struct CustomSchemeTests {
    @Test func `is a reversed domain name in lower case`() {
        #expect(CustomScheme("com.Example.notes-2")?.text == "com.example.notes-2")
        #expect(CustomScheme(of: "COM.example:/cb?a=b")?.text == "com.example")
    }

    @Test(arguments: ["com.example:/a b", "com.example", "", ":", "https://t.example/", "a:/", "com.example:/\r\n"])
    func `A13 an address without a private-use scheme has none`(address: String) {
        #expect(CustomScheme(of: address) == nil)
    }
}
