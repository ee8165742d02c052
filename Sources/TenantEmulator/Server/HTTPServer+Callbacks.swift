import CAuth0MicroHTTPD

extension HTTPServer {
    /// Called with the request target as it was sent, before anything is decoded.
    static let begin:
        @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?) ->
            UnsafeMutableRawPointer? = { _, target, _ in
                Unmanaged.passRetained(HTTPTransaction(target: target.map { String(cString: $0) } ?? "")).toOpaque()
            }

    /// Called when a transaction has ended, successfully or not.
    static let end: MHD_RequestCompletedCallback = { context, connection, transaction, _ in
        if let context, let connection {
            Unmanaged<Context>.fromOpaque(context).takeUnretainedValue().deadlines.beginNext(connection)
        }
        guard let pointer = transaction?.pointee else { return }
        Unmanaged<HTTPTransaction>.fromOpaque(pointer).release()
        transaction?.pointee = nil
    }

    /// Called when a connection begins, and before it is closed.
    static let connection: MHD_NotifyConnectionCallback = { context, connection, _, event in
        guard let context, let connection else { return }
        let deadlines = Unmanaged<Context>.fromOpaque(context).takeUnretainedValue().deadlines
        if event.rawValue == shim_connection_started {
            deadlines.open(connection)
        } else {
            deadlines.forget(connection)
        }
    }

    /// Called with the headers, then with each part of the body, then for the response, and again after each wait.
    static let handle: MHD_AccessHandlerCallback = { context, connection, _, method, _, bytes, count, transaction in
        guard let context, let connection, let method, let count, let pointer = transaction?.pointee else {
            return .NO
        }
        let server = Unmanaged<Context>.fromOpaque(context).takeUnretainedValue()
        let transaction = Unmanaged<HTTPTransaction>.fromOpaque(pointer).takeUnretainedValue()
        guard transaction.hasHeaders else {
            transaction.readHeaders(of: connection, method: String(cString: method))
            return .YES
        }
        if count.pointee > 0 {
            transaction.readBody(bytes, count.pointee)
            count.pointee = 0
            return .YES
        }
        return server.proceed(transaction, on: connection)
    }
}

extension HTTPServer.Context {
    fileprivate func proceed(_ transaction: HTTPTransaction, on connection: OpaquePointer) -> MHD_Result {
        switch transaction.state {
        case .reading where transaction.isTooLarge:
            transaction.state = .responded
            return HTTPResponse.text("Payload Too Large", status: 413).queue(on: connection)
        case .reading:
            deadlines.complete(connection)
            let schedule = handler(transaction.request)
            if case .none = schedule.wait { return finish(schedule.answer(), transaction, on: connection) }
            let answer = DelayedAnswer(schedule)
            transaction.state = .waiting(answer)
            suspensions.suspend(connection, schedule.wait, answer)
            return .YES
        case .waiting(let delayed):
            // Without an answer, the connection was resumed because the tenant stops.
            guard let answer = delayed.answer else { return .NO }
            return finish(answer, transaction, on: connection)
        case .responded: return .NO
        }
    }

    private func finish(_ answer: ResponseSchedule.Answer, _ transaction: HTTPTransaction, on connection: OpaquePointer)
        -> MHD_Result
    {
        transaction.state = .responded
        switch answer {
        case .response(let response): return response.queue(on: connection)
        case .reset: shim_reset(connection)
        case .close: break
        }
        return .NO
    }
}
