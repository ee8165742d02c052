public import Streams

extension ManualScheduler {
    /// Returns a publisher of the events of a line, which restarts for each subscriber.
    ///
    /// As a subject, it drops values without demand.
    ///
    /// - Parameters:
    ///   - marbles: The events.
    ///   - failure: The failure that `#` represents.
    /// - Returns: The publisher.
    public func publisher<Failure: Error>(_ marbles: Marbles, failure: Failure) -> AnyPublisher<String, Failure> {
        Deferred {
            let subject = PassthroughSubject<String, Failure>()
            self.play(marbles, failure: failure, to: subject)
            return subject
        }.eraseToAnyPublisher()
    }

    /// Returns a publisher of the events of a line, in which `#` is a ``MarbleFailure``; see
    /// ``publisher(_:failure:)``, whose parameters are the same.
    public func publisher(_ marbles: Marbles) -> AnyPublisher<String, MarbleFailure> {
        publisher(marbles, failure: MarbleFailure())
    }

    /// Schedules the events of a line, from now on.
    ///
    /// - Parameters:
    ///   - marbles: The events.
    ///   - failure: The failure that `#` represents.
    ///   - subject: The subject that sends them.
    public func play<Failure: Error>(
        _ marbles: Marbles, failure: Failure, to subject: PassthroughSubject<String, Failure>
    ) {
        let start = now
        for moment in marbles.moments {
            schedule(after: start.advanced(by: .seconds(moment.second)), tolerance: .zero, options: nil) {
                switch moment.event {
                case .value(let text): subject.send(text)
                case .finished: subject.send(completion: .finished)
                case .failed: subject.send(completion: .failure(failure))
                }
            }
        }
    }

    /// Subscribes to a publisher, advances the clock, and returns the events.
    ///
    /// - Parameters:
    ///   - publisher: The publisher, which uses this scheduler; a value is recorded as its description.
    ///   - duration: The time for which the clock is advanced, 60 seconds by default.
    /// - Returns: The events with their seconds since the subscription; the line ends with the last event.
    public func marbles<P: Publisher>(of publisher: P, for duration: Duration = .seconds(60)) -> Marbles {
        let recorder = MarbleRecorder<P.Output, P.Failure>(self)
        publisher.subscribe(recorder)
        recorder.request(.unlimited)
        advance(by: duration)
        recorder.cancel()
        return recorder.marbles
    }
}
