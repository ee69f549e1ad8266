export { withDraft } from './temporary-file.ts'
export { erasePersonNow } from './job-handles.ts'
export { personalData } from './personal-data.ts'
export { personalDataOfDomains } from './registry.ts'
