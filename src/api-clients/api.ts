import { handle } from '#tenancy/http/endpoints.ts'
import { rotateApiClientSecret } from './client-secrets.ts'
import * as contract from './contract.ts'
import { createApiClient } from './create-client.ts'
import { listApiClients } from './list-clients.ts'
import { revokeApiClient } from './revoke-client.ts'
import { updateApiClient } from './update-client.ts'

export const api = [
  handle(contract.listApiClients, listApiClients),
  handle(contract.createApiClient, createApiClient),
  handle(contract.updateApiClient, updateApiClient),
  handle(contract.rotateApiClientSecret, rotateApiClientSecret),
  handle(contract.revokeApiClient, revokeApiClient),
]
