export { findActiveClient } from './find-active-client.ts'
export { createApiClientCache } from './api-client-cache.ts'
export { personalData } from './personal-data.ts'
export { revokeClientsCreatedBy } from './revoke-clients-created-by.ts'
