export { clientBehind } from './client-behind.ts'
export { createApiClients } from './known-clients.ts'
export { personalData } from './personal-data.ts'
export { revokeClientsOf } from './revoke-clients-of.ts'
