export { demoLogins, demoPassword, demoSupportLogins, type DemoLogin } from './logins.ts'
export { seedDemo, type SeedOptions } from './seed.ts'
export { seedSupport } from './seed-support.ts'
