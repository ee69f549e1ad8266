import { handle, handleOwn } from '#tenancy/http/endpoints.ts'
import { askCourse } from './questions/ask-course.ts'
import { getAssistantChoices, updateAssistantChoices } from './settings/change-choices.ts'
import * as contract from './contract.ts'
import { correctAnswer, deleteCorrection } from './questions/correct-answer.ts'
import { getCourseAssistant, updateCourseAssistant } from './settings/course-settings.ts'
import { judgeAnswer } from './questions/rate-answer.ts'
import { listCourseQuestions, listMyQuestions } from './questions/list-questions.ts'
import { recommendTopics } from './recommendations/recommend-topics.ts'
import { getAssistantSettings, updateAssistantSettings } from './settings/settings.ts'
import { getAssistant } from './show-assistant.ts'

export const api = [
  handleOwn(contract.askCourse, askCourse),
  handle(contract.listMyQuestions, listMyQuestions),
  handle(contract.judgeAnswer, judgeAnswer),
  handle(contract.listCourseQuestions, listCourseQuestions),
  handle(contract.correctAnswer, correctAnswer),
  handle(contract.deleteCorrection, deleteCorrection),
  handleOwn(contract.recommendTopics, recommendTopics),
  handle(contract.getAssistantChoices, getAssistantChoices),
  handle(contract.updateAssistantChoices, updateAssistantChoices),
  handle(contract.getAssistant, getAssistant),
  handle(contract.getCourseAssistant, getCourseAssistant),
  handle(contract.updateCourseAssistant, updateCourseAssistant),
  handle(contract.getAssistantSettings, getAssistantSettings),
  handle(contract.updateAssistantSettings, updateAssistantSettings),
]
