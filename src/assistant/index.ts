export { listUnansweredQuestions } from './asked-questions/list-unanswered-questions.ts'
export { eraseUserQuestions } from './asked-questions/erase-questions.ts'
export { registerPauseCheck, type PauseCheck } from './asked-questions/pauses.ts'
export { personalData } from './personal-data.ts'
