public import OpenID

extension DPoPError: Auth0Error {}
