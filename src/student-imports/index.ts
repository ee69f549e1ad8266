export { listFailedImports } from './list-failed-imports.ts'
export { personalData } from './personal-data.ts'
export { registerTemplateRoutes } from './templates.ts'
