export { passagesChanged } from './job-handles.ts'
