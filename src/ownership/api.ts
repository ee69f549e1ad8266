import { handle, handleOwn } from '#tenancy/http/endpoints.ts'
import { acceptOffer, readOffer } from './accept-offer.ts'
import * as contract from './contract.ts'
import { handOverSchool, withdrawOffer } from './hand-over-school.ts'
import { inviteToSchools } from './invite-to-schools.ts'
import { removeOwner } from './remove-owner.ts'
import { showOwnership } from './show-ownership.ts'

export const api = [
  handle(contract.showOwnership, showOwnership),
  handleOwn(contract.handOverSchool, handOverSchool),
  handleOwn(contract.withdrawOffer, withdrawOffer),
  handle(contract.readOffer, readOffer),
  handleOwn(contract.acceptOffer, acceptOffer),
  handleOwn(contract.inviteToSchools, inviteToSchools),
  handleOwn(contract.removeOwner, removeOwner),
]
