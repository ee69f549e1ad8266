const everybody = ['visitor', 'student', 'teacher', 'admin', 'account_user']
const owners = ['account_user']

export const accessMatrix = {
  showOwnership: owners,
  handOverSchool: owners,
  withdrawOffer: owners,
  readOffer: everybody,
  acceptOffer: owners,
  inviteToSchools: owners,
  removeOwner: owners,
}
