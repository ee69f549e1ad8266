export { demoLogins, demoPassword, demoSupportLogins, type DemoLogin } from './logins.ts'
export { seedDemo, type SeedOptions } from './seed.ts'
export { seedReseller } from './seed-reseller.ts'
export { seedSupport } from './seed-support.ts'
