/// The failure that the tests of this room use.
struct Oops: Error, Hashable {
    var code = 0
}
