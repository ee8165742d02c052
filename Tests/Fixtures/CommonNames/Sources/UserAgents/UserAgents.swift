enum UserAgentsTarget {}
