import CProbe

/// The result of one benchmark.
struct Measurement: Codable {
    let name: String
    let value: Double
    let unit: String
    var allocations: Double?
    var instructions: Double?

    /// Returns the cheaper of two measurements of the same work, because other activity of the machine can only add
    /// cost.
    func better(_ other: Measurement) -> Measurement {
        var result = value <= other.value ? self : other
        result.allocations = [allocations, other.allocations].compactMap(\.self).min()
        result.instructions = instructions ?? other.instructions
        return result
    }

    /// The measurement as a JSON object with five keys; a quantity that was not counted is `null`.
    var json: String {
        #"{"name":"\#(name)","value":\#(value.rounded(to: 4)),"unit":"\#(unit)","#
            + #""allocations":\#(allocations.map { "\($0)" } ?? "null"),"#
            + #""instructions":\#(instructions.map { "\($0)" } ?? "null")}"#
    }

    /// The measurement as a line of the report.
    var text: String {
        let counts = [
            allocations.map { "\($0.short) allocations" } ?? "-",
            instructions.map { "\($0.short) instructions" } ?? "-",
        ]
        return "\(name.padded(to: 44)) \(value.short.padded(before: 9)) \(unit)  (\(counts.joined(separator: ", ")))"
    }
}

extension Benchmark {
    /// Measures time, then counts allocations; counting is off while time is measured.
    func measured() async throws -> Measurement {
        let body = try await prepare()
        try await body(Run(iterations: plan.warmUp, metric: metric))
        let iterations: Int
        if let fixed = plan.iterations {
            iterations = fixed
        } else {
            iterations = try await iterationsThatFillARound(body)
        }
        var values: [Double] = []
        for _ in 0..<plan.rounds { values.append(try await Run(iterations: iterations, metric: metric).time(body)) }
        let median = values.sorted()[values.count / 2]
        return Measurement(
            name: name, value: median, unit: metric.unit,
            allocations: plan.countsAllocations ? try await allocations(body) : nil)
    }

    /// Runs the work between two client requests to callgrind, which counts its instructions.
    ///
    /// - Returns: The number of counted iterations.
    func runUnderCallgrind() async throws -> Int {
        guard probe_under_valgrind(), plan.counted > 0 else { throw Skipped("not under valgrind") }
        let body = try await prepare()
        try await body(Run(iterations: plan.counted, metric: metric))
        probe_zero_instructions()
        try await body(Run(iterations: plan.counted, metric: metric))
        probe_dump_instructions()
        return plan.counted
    }

    /// Returns the number of iterations that take a seventh of a second; it doubles the number until a round is long
    /// enough for an estimate.
    private func iterationsThatFillARound(_ body: Body) async throws -> Int {
        var iterations = max(plan.warmUp, 1)
        let wall = Metric.nanoseconds
        while true {
            let start = wall.now()
            try await body(Run(iterations: iterations, metric: metric))
            let took = wall.now() - start
            if took > 4e7 { return max(1, Int(Double(iterations) * 1.5e8 / took)) }
            iterations *= 2
        }
    }

    private func allocations(_ body: Body) async throws -> Double {
        let run = Run(iterations: plan.counted, metric: metric)
        probe_count_allocations(true)
        let before = probe_allocations()
        try await body(run)
        let after = probe_allocations()
        probe_count_allocations(false)
        return (Double(after - before) / Double(plan.counted)).rounded(to: 2)
    }
}

extension Double {
    func rounded(to places: Int) -> Double {
        let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
        return (self * scale).rounded() / scale
    }

    /// The number with three significant digits and at most two decimals.
    var short: String {
        let value = rounded(to: self < 10 ? 2 : self < 100 ? 1 : 0)
        return value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
    }
}

extension String {
    func padded(to width: Int) -> String { self + String(repeating: " ", count: Swift.max(0, width - count)) }
    func padded(before width: Int) -> String { String(repeating: " ", count: Swift.max(0, width - count)) + self }
}
