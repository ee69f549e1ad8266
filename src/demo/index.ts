export { demoLogins, demoPassword, type DemoLogin } from './logins.ts'
export { seedDemo, type SeedOptions } from './seed.ts'
