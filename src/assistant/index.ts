export { eraseQuestionsOf } from './erase-questions.ts'
export { pauseAssistant, type Pause } from './pauses.ts'
export { personalData } from './personal-data.ts'
