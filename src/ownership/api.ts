import { defineEndpoint, defineEndpointWithoutTx } from '#tenancy/http/endpoints.ts'
import { acceptOffer, getOffer } from './accept-offer.ts'
import * as contract from './contract.ts'
import { offerTransfer, withdrawOffer } from './offer-transfer.ts'
import { inviteToSchools } from './invite-to-schools.ts'
import { removeOwner } from './remove-owner.ts'
import { getOwnership } from './get-ownership.ts'

export const api = [
  defineEndpoint(contract.getOwnership, getOwnership),
  defineEndpointWithoutTx(contract.offerTransfer, offerTransfer),
  defineEndpointWithoutTx(contract.withdrawOffer, withdrawOffer),
  defineEndpoint(contract.getOffer, getOffer),
  defineEndpointWithoutTx(contract.acceptOffer, acceptOffer),
  defineEndpointWithoutTx(contract.inviteToSchools, inviteToSchools),
  defineEndpointWithoutTx(contract.removeOwner, removeOwner),
]
