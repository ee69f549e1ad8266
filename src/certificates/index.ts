export { personalData } from './personal-data.ts'
export { registerCertificateRoutes } from './routes.ts'
export { isCertificateFile } from './templates/template-queries.ts'
export { retainCertificates } from './verification/retain-certificates.ts'
