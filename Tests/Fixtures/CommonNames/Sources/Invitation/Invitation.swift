enum InvitationTarget {}
