export {
  assessmentsOfContents,
  detachFromContents,
  type ContentAssessment,
} from './contents/assessments-of-contents.ts'
export { copyAssessments } from './contents/copy-assessments.ts'
export { usesOfQuestion } from './contents/uses-of-question.ts'
export { resultChanged } from './events.ts'
export { listWaitingAnswers } from './marking/list-waiting-answers.ts'
export { personalData } from './personal-data.ts'
export {
  findCourseAssessments,
  findUnreleasedResults,
  listCourseResults,
  type CourseResult,
} from './course-results/course-results.ts'
