export { questionKeyCorrected, questionUses, type QuestionUse } from './events.ts'
export {
  findBankNames,
  findDrawQuestions,
  findQuestions,
  findUsableQuestions,
  isQuestionFile,
  loadCurrentVersions,
  loadEarlierKeys,
  loadKeyRevisions,
  loadQuestionBodies,
  loadQuestionKeys,
  loadQuestionNames,
  versionKey,
  type DrawQuestion,
  type LoadedKey,
  type QuestionDraw,
  type QuestionVersionRef,
} from './load-questions.ts'
export { personalData } from './personal-data.ts'
export { ensureBankUsable } from './queries.ts'
export { readableBody, readableKey } from './texts/question-texts.ts'
