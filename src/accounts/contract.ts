export * from './account-routes.ts'
export * from './login-routes.ts'
export * from './people-routes.ts'
export { refusals } from './refusals.ts'
