export { logoRoute } from './logo-route.ts'
