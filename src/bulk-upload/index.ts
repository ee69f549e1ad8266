export { personalData } from './personal-data.ts'
export { templateRoutes } from './templates.ts'
