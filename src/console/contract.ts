export * from './audit-contract.ts'
export * from './flag-contract.ts'
export * from './job-contract.ts'
export * from './school-contract.ts'
