export { withDraft } from './drafts.ts'
export { erasePersonLater, erasureKey } from './job-handles.ts'
