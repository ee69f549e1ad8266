export { withTemporaryFile } from './temporary-file.ts'
export { enqueueErasePerson } from './job-handles.ts'
export { personalData } from './personal-data.ts'
export { personalDataSlot } from './registry.ts'
