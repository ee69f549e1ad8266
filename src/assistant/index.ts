export { eraseQuestionsOf } from './questions/erase-questions.ts'
export { pauseAssistant, type Pause } from './questions/pauses.ts'
export { personalData } from './personal-data.ts'
