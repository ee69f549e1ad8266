export { cancelClosure } from './close-school.ts'
export { retainedTables } from './retained-tables.ts'
