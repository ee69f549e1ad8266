export { withDraft } from './drafts.ts'
export { erasePersonNow } from './job-handles.ts'
export { personalData } from './personal-data.ts'
export { personalDataOfDomains } from './registry.ts'
