import { defineEndpoint, defineEndpointWithoutTx } from '#tenancy/http/endpoints.ts'
import { askQuestion } from './asked-questions/ask-question.ts'
import { getAssistantPreferences, updateAssistantPreferences } from './settings/update-preferences.ts'
import * as contract from './contract.ts'
import { setCorrection, deleteCorrection } from './asked-questions/set-correction.ts'
import { getCourseAssistant, updateCourseAssistant } from './settings/course-settings.ts'
import { rateAnswer } from './asked-questions/rate-answer.ts'
import { listCourseQuestions, listMyQuestions } from './asked-questions/list-questions.ts'
import { recommendTopics } from './recommendations/recommend-topics.ts'
import { getAssistantSettings, updateAssistantSettings } from './settings/settings.ts'
import { getAssistant } from './show-assistant.ts'

export const api = [
  defineEndpointWithoutTx(contract.askQuestion, askQuestion),
  defineEndpoint(contract.listMyQuestions, listMyQuestions),
  defineEndpoint(contract.rateAnswer, rateAnswer),
  defineEndpoint(contract.listCourseQuestions, listCourseQuestions, {
    csv: ['asked_by.name', 'question', 'answer', 'state', 'rating', 'correction.answer', 'created_at'],
  }),
  defineEndpoint(contract.setCorrection, setCorrection),
  defineEndpoint(contract.deleteCorrection, deleteCorrection),
  defineEndpointWithoutTx(contract.recommendTopics, recommendTopics),
  defineEndpoint(contract.getAssistantPreferences, getAssistantPreferences),
  defineEndpoint(contract.updateAssistantPreferences, updateAssistantPreferences),
  defineEndpoint(contract.getAssistant, getAssistant),
  defineEndpoint(contract.getCourseAssistant, getCourseAssistant),
  defineEndpoint(contract.updateCourseAssistant, updateCourseAssistant),
  defineEndpoint(contract.getAssistantSettings, getAssistantSettings),
  defineEndpoint(contract.updateAssistantSettings, updateAssistantSettings),
]
