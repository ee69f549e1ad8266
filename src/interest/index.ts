export { scheduleOpening } from './tell-of-opening.ts'
export { personalData } from './personal-data.ts'
