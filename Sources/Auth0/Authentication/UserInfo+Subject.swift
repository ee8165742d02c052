public import OpenID

extension UserInfo: SubjectCarrying {}
