export { takeBack } from './close-school.ts'
export { kept } from './retained-tables.ts'
