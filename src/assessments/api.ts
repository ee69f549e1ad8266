import { defineEndpoint } from '#tenancy/http/endpoints.ts'
import { getAssessmentOverview } from './attempts/get-overview.ts'
import { getAttemptStatus, holdAttempt } from './attempts/hold-attempt.ts'
import { listHomepageAssessments } from './attempts/list-homepage-assessments.ts'
import { saveAnswers } from './attempts/save-answers.ts'
import { startAttempt } from './attempts/start-attempt.ts'
import { submitAttempt } from './attempts/submit-attempt.ts'
import { getAttempt } from './attempts/view-attempt.ts'
import { copyAssessment, createAssessment } from './authoring/create-assessment.ts'
import { getAssessment } from './authoring/get-assessment.ts'
import { listAssessments } from './authoring/list-assessments.ts'
import { publishAssessment, unpublishAssessment } from './authoring/publish-assessment.ts'
import { deleteAssessment, updateAssessment } from './authoring/update-assessment.ts'
import * as contract from './contract.ts'
import { listAccommodations, setAccommodation } from './exceptions/accommodations.ts'
import {
  deleteAssessmentException,
  listAssessmentExceptions,
  setAssessmentException,
} from './exceptions/exceptions.ts'
import { createSavedComment, deleteSavedComment, listSavedComments } from './comments/saved-comments.ts'
import { getMarkingOverview } from './marking/get-marking-overview.ts'
import { listAnswersToMark } from './marking/list-answers-to-mark.ts'
import { markAnswers } from './marking/mark-answers.ts'
import { applyRegrade, createRegrade, discardRegrade, getRegrade } from './regrades/change-regrades.ts'
import { listGradedQuestions, listRegradeRows, listRegrades } from './regrades/list-regrades.ts'
import { markSameAnswers } from './marking/mark-same-answers.ts'
import { undoMarks } from './marking/undo-marks.ts'
import { getAssessmentResults } from './results/get-assessment-results.ts'
import { listAssessmentAttempts } from './results/list-assessment-attempts.ts'
import { getRubric } from './rubrics/get-rubric.ts'
import { listRubrics } from './rubrics/list-rubrics.ts'
import { setRubric } from './rubrics/set-rubric.ts'
import { listPendingAttempts, listResults } from './results/list-attempts.ts'
import { releaseResults } from './results/release-results.ts'

const attemptColumns = [
  'assessment_name',
  'course_name',
  'user_name',
  'state',
  'started_at',
  'submitted_at',
  'points',
  'max_points',
  'score',
] as const

export const api = [
  defineEndpoint(contract.createAssessment, createAssessment),
  defineEndpoint(contract.getAssessment, getAssessment),
  defineEndpoint(contract.updateAssessment, updateAssessment),
  defineEndpoint(contract.deleteAssessment, deleteAssessment),
  defineEndpoint(contract.listAssessments, listAssessments, {
    csv: ['name', 'kind', 'course_name', 'is_published', 'opens_at', 'closes_at', 'updated_at'],
  }),
  defineEndpoint(contract.copyAssessment, copyAssessment),
  defineEndpoint(contract.publishAssessment, publishAssessment),
  defineEndpoint(contract.unpublishAssessment, unpublishAssessment),
  defineEndpoint(contract.listAssessmentExceptions, listAssessmentExceptions, {
    csv: ['user_name', 'extra_attempts', 'extra_minutes', 'opens_at', 'closes_at'],
  }),
  defineEndpoint(contract.setAssessmentException, setAssessmentException),
  defineEndpoint(contract.deleteAssessmentException, deleteAssessmentException),
  defineEndpoint(contract.listAccommodations, listAccommodations, {
    csv: ['user_name', 'time_factor', 'extra_minutes', 'extra_attempts'],
  }),
  defineEndpoint(contract.setAccommodation, setAccommodation),
  defineEndpoint(contract.getAssessmentOverview, getAssessmentOverview),
  defineEndpoint(contract.listHomepageAssessments, listHomepageAssessments),
  defineEndpoint(contract.startAttempt, startAttempt),
  defineEndpoint(contract.getAttempt, getAttempt),
  defineEndpoint(contract.getAttemptStatus, getAttemptStatus),
  defineEndpoint(contract.holdAttempt, holdAttempt),
  defineEndpoint(contract.saveAnswers, saveAnswers),
  defineEndpoint(contract.submitAttempt, submitAttempt),
  defineEndpoint(contract.listPendingAttempts, listPendingAttempts, { csv: attemptColumns }),
  defineEndpoint(contract.listResults, listResults, { csv: attemptColumns }),
  defineEndpoint(contract.releaseResults, releaseResults),
  defineEndpoint(contract.listAnswersToMark, listAnswersToMark),
  defineEndpoint(contract.markAnswers, markAnswers),
  defineEndpoint(contract.listGradedQuestions, listGradedQuestions),
  defineEndpoint(contract.createRegrade, createRegrade),
  defineEndpoint(contract.listRegrades, listRegrades),
  defineEndpoint(contract.getRegrade, getRegrade),
  defineEndpoint(contract.listRegradeRows, listRegradeRows),
  defineEndpoint(contract.applyRegrade, applyRegrade),
  defineEndpoint(contract.discardRegrade, discardRegrade),
  defineEndpoint(contract.markSameAnswers, markSameAnswers),
  defineEndpoint(contract.undoMarks, undoMarks),
  defineEndpoint(contract.getRubric, getRubric),
  defineEndpoint(contract.setRubric, setRubric),
  defineEndpoint(contract.listRubrics, listRubrics),
  defineEndpoint(contract.listSavedComments, listSavedComments),
  defineEndpoint(contract.createSavedComment, createSavedComment),
  defineEndpoint(contract.deleteSavedComment, deleteSavedComment),
  defineEndpoint(contract.getMarkingOverview, getMarkingOverview),
  defineEndpoint(contract.listAssessmentAttempts, listAssessmentAttempts, { csv: attemptColumns }),
  defineEndpoint(contract.getAssessmentResults, getAssessmentResults),
]
