export { takeBack } from './close-school.ts'
export { kept } from './what-stays.ts'
