export { getPurchasePrice, getShownPrice, type CoursePrice } from './price-for-student.ts'
export {
  closePaidEnrolment,
  lowerPaidTier,
  openPaidEnrolment,
  reopenPaidEnrolment,
} from './enrolments/paid-enrolments.ts'
export { paidEnrolmentChanged } from './events.ts'
export { addApprovedStudents } from './enrolments/add-approved-students.ts'
export { getCourseProgress, toProgress, type Progress } from './progress/get-course-progress.ts'
export type { Enrolment, EnrolmentStatus } from './enrolments/enrolment.ts'
export { getDailyActivity } from './activity/get-daily-activity.ts'
export { selectJoinRequests } from './students/list-join-requests.ts'
export { selectStuckStudents } from './students/list-stuck-students.ts'
export { mayLearn, mayOpenContent, mayRequestEnrolment } from './policy.ts'
export { findEnrolment, findEnrolmentStatuses, getCourseRules, type CourseRules } from './queries.ts'
export { getLearnerRecord } from './progress/get-learner-record.ts'
export { scheduleCourseEndJob } from './enrolments/schedule-course-end-job.ts'
export { registerStudentsFileRoute } from './students/students-file.ts'
export { getStudent } from './enrolments/student-queries.ts'
export { teachesStudent } from './students/teaches-student.ts'
export { findTaughtStudents } from './students/find-taught-students.ts'
export { personalData } from './personal-data.ts'
