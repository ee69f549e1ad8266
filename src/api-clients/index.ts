export { createApiClients } from './known-clients.ts'
