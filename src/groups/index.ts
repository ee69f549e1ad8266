export { joinGroup } from './join-group.ts'
export { personalData } from './personal-data.ts'
