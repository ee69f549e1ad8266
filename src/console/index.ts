export { auditInBoth } from './platform-log.ts'
