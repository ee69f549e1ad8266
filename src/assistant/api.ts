import { handle, handleOwn } from '#platform/http.ts'
import { askCourse } from './ask-course.ts'
import { getAssistantChoices, updateAssistantChoices } from './change-choices.ts'
import * as contract from './contract.ts'
import { correctAnswer, deleteCorrection } from './correct-answer.ts'
import { getCourseAssistant, updateCourseAssistant } from './course-settings.ts'
import { judgeAnswer } from './judge-answer.ts'
import { listCourseQuestions, listMyQuestions } from './list-questions.ts'
import { recommendTopics } from './recommend-topics.ts'
import { getAssistantSettings, updateAssistantSettings } from './settings.ts'
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
