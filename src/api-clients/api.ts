import { defineEndpoint } from '#tenancy/http/endpoints.ts'
import { rotateApiClientSecret } from './client-secrets.ts'
import * as contract from './contract.ts'
import { createApiClient } from './create-client.ts'
import { listApiClients } from './list-clients.ts'
import { revokeApiClient } from './revoke-client.ts'
import { updateApiClient } from './update-client.ts'

export const api = [
  defineEndpoint(contract.listApiClients, listApiClients, {
    csv: [
      'name',
      'username',
      'role',
      'scopes',
      'status',
      'created_by_name',
      'created_at',
      'expires_at',
      'revoked_at',
      'last_used_at',
    ],
  }),
  defineEndpoint(contract.createApiClient, createApiClient),
  defineEndpoint(contract.updateApiClient, updateApiClient),
  defineEndpoint(contract.rotateApiClientSecret, rotateApiClientSecret),
  defineEndpoint(contract.revokeApiClient, revokeApiClient),
]
