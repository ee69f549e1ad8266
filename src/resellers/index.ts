export { registerLogoRoute } from './register-logo-route.ts'
