export { listUnansweredQuestions } from './questions/list-unanswered-questions.ts'
export { eraseUserQuestions } from './questions/erase-questions.ts'
export { registerPauseCheck, type PauseCheck } from './questions/pauses.ts'
export { personalData } from './personal-data.ts'
