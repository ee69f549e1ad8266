export { listWaitingMessages } from './list-waiting-messages.ts'
export { personalData } from './personal-data.ts'
