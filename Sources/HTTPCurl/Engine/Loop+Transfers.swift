import CCurl
import HTTP

// A transfer's way through the loop: accept → (wait) → begin → finish, or give up from anywhere.
extension Loop {
    /// Takes a transfer from the mail.
    func accept(_ transfer: Transfer) {
        guard !transfer.isCancelled else {
            return settle(transfer, .failure(TransportError(.cancelled, requestMayHaveArrived: false)))
        }
        if let problem = transfer.request.problem ?? settings.problem ?? trustProblem(transfer.request) {
            return settle(transfer, .failure(problem))
        }
        let origin = origin(of: transfer.request.url)
        origin.refresh(at: now)
        transfer.course.origin = origin
        transfer.course.deadline = now &+ (transfer.request.timeout?.nanoseconds ?? settings.timeout)
        transfer.course.stage = .waiting
        deadlines.insert(transfer, due: min(transfer.course.deadline, now &+ settings.connectTimeout))
        if origin.hasRoom { begin(transfer, at: origin) } else { origin.enqueue(transfer) }
    }

    private func trustProblem(_ request: HTTPRequest) -> TransportError? {
        request.url.isSecure ? settings.trustProblem : nil
    }

    private func origin(of url: HTTPURL) -> Origin {
        let key = Origin.Key(url)
        if let origin = origins[key] { return origin }
        if origins.count >= 256 { origins = origins.filter { !$0.value.isIdle } }
        let origin = Origin(
            key, exclusiveConnections: settings.exclusiveConnections, hasProxy: settings.hasProxy)
        origins[key] = origin
        return origin
    }

    /// Hands a transfer to libcurl.
    func begin(_ transfer: Transfer, at origin: Origin) {
        guard let lane = lane(origin.lane), let handle = takeHandle() else {
            return settle(transfer, .failure(TransportError(.connectionFailed, detail: "libcurl gave no handle")))
        }
        guard handle.prepare(transfer, lane: origin.lane), lane.add(handle) else {
            keep(handle, isClean: false)
            let error = TransportError(.invalidArgument, detail: "libcurl does not take the request")
            return settle(transfer, .failure(error))
        }
        origin.running += 1
        transfer.course.stage = .running(handle)
    }

    /// Takes a transfer back from libcurl, which has finished it.
    func finish(_ handle: Handle, _ code: CURLcode) {
        guard let transfer = handle.transfer, let origin = transfer.course.origin else { return }
        lanes[Int(handle.lane.rawValue)]?.remove(handle)
        origin.running -= 1
        if handle.isResolving { didResolve(handle) }
        guard !handle.isDeferred else { return wait(again: transfer, handle, origin) }
        if handle.attempts == 0 { origin.didFailToConnect() }
        if origin.key.isSecure, handle.lane == .shared, handle.response.status != nil, !handle.response.isHTTP2 {
            origin.learn(.exclusive, at: now)
        }
        let result = handle.outcome(code)
        // libcurl counts its own second attempts in the handle for ever, and gives up at the sixth.
        keep(handle, isClean: code == CURLE_OK && handle.attempts == 1)
        list(origin)
        settle(transfer, result)
        if code == CURLE_COULDNT_RESOLVE_HOST || code == CURLE_COULDNT_RESOLVE_PROXY {
            // Those who waited for the same name have the same answer; asking once more for each could take minutes.
            while let waiting = origin.dequeue() { settle(waiting, result) }
        }
    }

    /// Back into the queue: enough names are being resolved.
    private func wait(again transfer: Transfer, _ handle: Handle, _ origin: Origin) {
        keep(handle, isClean: false)
        transfer.course.stage = .waiting
        origin.putBack(transfer)
        resolutions.wait(origin)
    }

    /// Ends a transfer wherever it is, with the error that `error` makes of its handle.
    func giveUp(_ transfer: Transfer, on error: (Handle) -> TransportError) {
        switch transfer.course.stage {
        case .posted, .over: break
        case .waiting: settle(transfer, .failure(TransportError(.cancelled, requestMayHaveArrived: false)))
        case .running(let handle): stop(transfer, handle, error)
        }
    }

    private func stop(_ transfer: Transfer, _ handle: Handle, _ error: (Handle) -> TransportError) {
        let failure = error(handle)
        lanes[Int(handle.lane.rawValue)]?.remove(handle)
        if let origin = transfer.course.origin {
            origin.running -= 1
            if handle.attempts == 0 { origin.didFailToConnect() }
            if handle.isResolving { resolutions.abandon(origin, at: now) }
            list(origin)
        }
        keep(handle, isClean: false)
        settle(transfer, .failure(failure))
    }

    /// A deadline has passed: that for a connection, or the last.
    func didPassDeadline(_ transfer: Transfer) {
        let isLate = transfer.course.deadline <= now
        switch transfer.course.stage {
        case .posted, .over: break
        case .running(let handle) where isLate || handle.attempts == 0: stop(transfer, handle, \.timedOut)
        case .waiting where isLate || transfer.course.origin?.isKnown == false:
            let error = TransportError(
                .timedOut, detail: "no connection was ready in time", requestMayHaveArrived: false)
            settle(transfer, .failure(error))
        case .running, .waiting: deadlines.insert(transfer, due: transfer.course.deadline)
        }
    }

    /// Forgets a transfer, whose completion will be called; the last thing the loop does with it.
    private func settle(_ transfer: Transfer, _ result: Result<HTTPResponse, TransportError>) {
        deadlines.remove(transfer)
        transfer.course = Transfer.Course()
        transfer.course.stage = .over
        settle(transfer, with: result)
    }

    // MARK: Those who wait

    /// Remembers to look after an origin before the loop sleeps.
    func list(_ origin: Origin) {
        guard !origin.isListed else { return }
        origin.isListed = true
        listed.append(origin)
    }

    /// Begins what waits where there is room.
    func admitListed() {
        while let origin = listed.popLast() {
            origin.isListed = false
            while origin.hasRoom, let transfer = origin.dequeue() {
                // The connection is waited for from now on.
                deadlines.remove(transfer)
                deadlines.insert(transfer, due: min(transfer.course.deadline, now &+ settings.connectTimeout))
                begin(transfer, at: origin)
            }
        }
    }
}

// What libcurl's callbacks report. They run inside its calls, so they only take notes.
extension Loop {
    /// A connection is ready for a request.
    func didConnect(_ handle: Handle) {
        guard let origin = handle.transfer?.course.origin else { return }
        if handle.isResolving { didResolve(handle) }
        guard !origin.isKnown else { return }
        origin.learn(auth0_curl_has_agreed_on_h2(handle.easy) != 0 ? .shared : .exclusive, at: now)
        list(origin)
    }

    /// Whether a name may be resolved now.
    func mayResolve(_ handle: Handle) -> Bool {
        guard let origin = handle.transfer?.course.origin, !origin.isLiteral else { return true }
        // What libcurl sends again by itself must not go back into the queue: it may have arrived.
        guard handle.attempts == 0 else { return true }
        guard resolutions.begin(origin, at: now) else { return false }
        handle.isResolving = true
        return true
    }

    /// A name has been resolved, or could not be.
    func didResolve(_ handle: Handle) {
        guard handle.isResolving, let origin = handle.transfer?.course.origin else { return }
        handle.isResolving = false
        resolutions.end(origin).forEach(list)
    }
}
