export { tenantTables, type Asked } from './school/catalogue.ts'
export { writeSchool } from './school/export-school.ts'
