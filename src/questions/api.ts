import { defineEndpoint } from '#tenancy/http/endpoints.ts'
import {
  createQuestionBank,
  deleteQuestionBank,
  getQuestionBank,
  updateQuestionBank,
} from './banks/change-banks.ts'
import { listQuestionBanks } from './banks/list-question-banks.ts'
import * as contract from './contract.ts'
import {
  deleteQuestion,
  deleteQuestions,
  duplicateQuestion,
  updateQuestions,
} from './editing/change-questions.ts'
import { copyQuestions, duplicateQuestionBank } from './editing/copy-questions.ts'
import { createQuestion } from './editing/create-question.ts'
import { createQuestions } from './editing/create-questions.ts'
import { updateQuestion } from './editing/update-question.ts'
import { exportQuestions } from './reading/export-questions.ts'
import { getQuestion } from './reading/get-question.ts'
import { listQuestions, listQuestionTags } from './reading/list-questions.ts'
import { getQuestionVersion, listQuestionUses, listQuestionVersions } from './reading/versions.ts'

export const api = [
  defineEndpoint(contract.listQuestionBanks, listQuestionBanks, {
    csv: ['name', 'course_name', 'question_count', 'updated_at'],
  }),
  defineEndpoint(contract.createQuestionBank, createQuestionBank),
  defineEndpoint(contract.getQuestionBank, getQuestionBank),
  defineEndpoint(contract.updateQuestionBank, updateQuestionBank),
  defineEndpoint(contract.duplicateQuestionBank, duplicateQuestionBank),
  defineEndpoint(contract.deleteQuestionBank, deleteQuestionBank),
  defineEndpoint(contract.listQuestions, listQuestions, {
    csv: ['name', 'type', 'tags', 'difficulty', 'version', 'updated_at'],
  }),
  defineEndpoint(contract.listQuestionTags, listQuestionTags),
  defineEndpoint(contract.createQuestion, createQuestion),
  defineEndpoint(contract.createQuestions, createQuestions),
  defineEndpoint(contract.exportQuestions, exportQuestions),
  defineEndpoint(contract.getQuestion, getQuestion),
  defineEndpoint(contract.updateQuestion, updateQuestion),
  defineEndpoint(contract.duplicateQuestion, duplicateQuestion),
  defineEndpoint(contract.deleteQuestion, deleteQuestion),
  defineEndpoint(contract.updateQuestions, updateQuestions),
  defineEndpoint(contract.copyQuestions, copyQuestions),
  defineEndpoint(contract.deleteQuestions, deleteQuestions),
  defineEndpoint(contract.listQuestionVersions, listQuestionVersions),
  defineEndpoint(contract.getQuestionVersion, getQuestionVersion),
  defineEndpoint(contract.listQuestionUses, listQuestionUses),
]
