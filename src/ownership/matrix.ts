const everybody = ['visitor', 'student', 'teacher', 'admin', 'account_user']
const owners = ['account_user']

export const accessMatrix = {
  getOwnership: owners,
  offerTransfer: owners,
  withdrawOffer: owners,
  getOffer: everybody,
  acceptOffer: owners,
  inviteToSchools: owners,
  removeOwner: owners,
}
