import Foundation
import Streams
import StreamsFoundation
import StreamsTesting
import Testing

@Suite struct CoderTests {
    struct Person: Codable, Hashable { var name: String }

    @Test func `encodes and decodes JSON and property lists`() {
        let (json, list) = (Recorder<Person, any Error>(), Recorder<Person, any Error>())
        let person = Person(name: "Ada")
        Just(person).encode(encoder: JSONEncoder()).decode(type: Person.self, decoder: JSONDecoder()).subscribe(json)
        Just(person).encode(encoder: PropertyListEncoder())
            .decode(type: Person.self, decoder: PropertyListDecoder()).subscribe(list)

        #expect(json.values == [person])
        #expect(list.values == [person])
    }

    @Test func `undecodable data fails, and cancels the upstream`() {
        let probe = Probe<Data, Never>()
        let recorder = Recorder<Person, any Error>()
        probe.decode(type: Person.self, decoder: JSONDecoder()).subscribe(recorder)

        probe.send(Data("[".utf8))

        #expect(recorder.completionCount == 1)
        #expect(probe.isCancelled)
    }
}
