export { listTenantTables, type QueryClient } from './school/catalogue.ts'
export { writeSchoolExport } from './school/export-school.ts'
