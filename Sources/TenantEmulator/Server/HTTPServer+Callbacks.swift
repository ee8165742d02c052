import CAuth0MicroHTTPD

extension HTTPServer {
    typealias Callback =
        @convention(c) (
            UnsafeMutableRawPointer?, OpaquePointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
            UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafeMutablePointer<Int>?,
            UnsafeMutablePointer<UnsafeMutableRawPointer?>?
        ) -> MHD_Result

    /// Called with the target as it was sent, before anything is decoded.
    static let begin:
        @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?) ->
            UnsafeMutableRawPointer? = { _, target, _ in
                Unmanaged.passRetained(Exchange(target: target.map { String(cString: $0) } ?? "")).toOpaque()
            }

    /// Called when the exchange is over, however it ended.
    static let end: MHD_RequestCompletedCallback = { _, _, exchange, _ in
        guard let pointer = exchange?.pointee else { return }
        Unmanaged<Exchange>.fromOpaque(pointer).release()
        exchange?.pointee = nil
    }

    /// Called with the headers, then with each part of the body, then for the answer, then after each wait.
    static let handle: Callback = { context, connection, _, method, _, bytes, count, exchange in
        guard let context, let connection, let method, let count, let pointer = exchange?.pointee else {
            return .NO
        }
        let server = Unmanaged<Context>.fromOpaque(context).takeUnretainedValue()
        let exchange = Unmanaged<Exchange>.fromOpaque(pointer).takeUnretainedValue()
        guard exchange.hasHeaders else {
            exchange.readHeaders(of: connection, method: String(cString: method))
            return .YES
        }
        if count.pointee > 0 {
            exchange.readBody(bytes, count.pointee)
            count.pointee = 0
            return .YES
        }
        return server.proceed(exchange, on: connection)
    }
}

extension HTTPServer.Context {
    fileprivate func proceed(_ exchange: Exchange, on connection: OpaquePointer) -> MHD_Result {
        switch exchange.stage {
        case .reading where exchange.isTooLarge:
            exchange.stage = .answered
            return HTTPResponse.text("Payload Too Large", status: 413).queue(on: connection)
        case .reading:
            let plan = handler.receive(exchange.request)
            guard plan.wait != .none else { return finish(plan, exchange, on: connection) }
            exchange.stage = .waiting(plan)
            suspensions.suspend(connection, plan)
            return .YES
        case .waiting(let plan):
            // Resumed because the tenant stops: there is nobody left to answer.
            guard !suspensions.isClosed else { return .NO }
            return finish(plan, exchange, on: connection)
        case .answered: return .NO
        }
    }

    private func finish(_ plan: Plan, _ exchange: Exchange, on connection: OpaquePointer) -> MHD_Result {
        exchange.stage = .answered
        guard let response = plan.prepared ?? handler.answer(plan.ticket) else {
            if plan.ticket.fault?.resetsConnection == true { shim_reset(connection) }
            return .NO
        }
        return response.queue(on: connection)
    }
}
