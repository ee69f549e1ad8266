export {
  findNewStudentPrice,
  getFullPrice,
  getFullTierPrices,
  getPurchasePrice,
  getShownPrice,
  hasCourse,
  type CoursePrice,
} from './price-for-student.ts'
export {
  closePaidEnrolment,
  lowerPaidTier,
  openPaidEnrolment,
  reopenPaidEnrolment,
} from './enrolments/paid-enrolments.ts'
export { courseCompleted, paidEnrolmentChanged } from './events.ts'
export { recordAssessmentResult } from './progress/record-assessment-result.ts'
export { addApprovedStudents } from './enrolments/add-approved-students.ts'
export { getCourseProgress, toProgress, type Progress } from './progress/get-course-progress.ts'
export type { Enrolment, EnrolmentStatus } from './enrolments/enrolment.ts'
export { getDailyActivity } from './activity/get-daily-activity.ts'
export { selectApprovedStudents } from './queries.ts'
export { selectJoinRequests } from './students/list-join-requests.ts'
export { selectStuckStudents } from './students/list-stuck-students.ts'
export { mayOpenContent, mayRequestEnrolment } from './policy.ts'
export {
  findEnrolment,
  findEnrolmentStatuses,
  findOpenCourse,
  findPeopleWhoCompleted,
  getCourseRules,
  getCourseRulesById,
  type CourseRules,
} from './queries.ts'
export { getLearnerRecord } from './progress/get-learner-record.ts'
export { scheduleCourseEndJob } from './enrolments/schedule-course-end-job.ts'
export { findStudentsWhoMeet, type CourseCondition } from './progress/find-students-who-meet.ts'
export { registerStudentsFileRoute } from './students/students-file.ts'
export {
  findStudents,
  findStudentsWhoCompleted,
  findStudentWithLongestName,
  getStudent,
  nameOrEmailContains,
  type StudentRow,
} from './enrolments/student-queries.ts'
export { teachesStudent } from './students/teaches-student.ts'
export { findTaughtStudents } from './students/find-taught-students.ts'
export { personalData } from './personal-data.ts'
