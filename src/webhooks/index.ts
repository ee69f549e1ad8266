export { endDeliveries } from './courier.ts'
export { webhookDocs } from './docs.ts'
export { publish, publishAll, type NewEvent } from './publish.ts'
export { personalData } from './personal-data.ts'
