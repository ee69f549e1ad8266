export { scheduleOpening } from './tell-of-opening.ts'
