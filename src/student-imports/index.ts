export { personalData } from './personal-data.ts'
export { registerTemplateRoutes } from './templates.ts'
