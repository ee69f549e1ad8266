import { defineEndpoint } from '#tenancy/http/endpoints.ts'
import { approveStudents } from './enrolments/approve-students.ts'
import { declineRequests } from './decisions/decline-requests.ts'
import { undoDecision } from './decisions/undo-decision.ts'
import { requestToJoin } from './enrolments/request-to-join.ts'
import { changeStudentCourses } from './enrolments/change-student-courses.ts'
import { changeCourseStudents } from './enrolments/change-course-students.ts'
import { getMyEnrolment, hasAccess } from './students/get-my-enrolment.ts'
import * as contract from './contract.ts'
import { getDashboard } from './dashboard/get-dashboard.ts'
import { listCourseStudents } from './students/list-course-students.ts'
import { listMyCourses, listStudentCourses } from './dashboard/list-courses.ts'
import { listJoinRequests } from './students/list-join-requests.ts'
import { listEnrolmentEvents } from './students/list-enrolment-events.ts'
import { listStuckStudents } from './students/list-stuck-students.ts'
import { listStudentsNotEnrolled } from './students/list-students-not-enrolled.ts'
import { saveContentProgress } from './progress/save-content-progress.ts'
import { changeProgress } from './progress/change-progress.ts'
import { listContentProgress, listCourseProgress, listStudentProgress } from './progress/list-progress.ts'
import { setStudentTier } from './enrolments/set-student-tier.ts'
import { setTierForStudents } from './enrolments/set-tier-of-students.ts'
import { createStudentsFileLink } from './students/students-file.ts'

export const api = [
  defineEndpoint(contract.requestEnrolment, requestToJoin),
  defineEndpoint(contract.listMyCourses, listMyCourses),
  defineEndpoint(contract.getDashboard, getDashboard),
  defineEndpoint(contract.getMyEnrolment, getMyEnrolment),
  defineEndpoint(contract.getCourseAccess, hasAccess),
  defineEndpoint(contract.saveProgress, saveContentProgress),
  defineEndpoint(contract.changeProgress, changeProgress),
  defineEndpoint(contract.listCourseProgress, listCourseProgress, {
    csv: ['lesson_title', 'title', 'type', 'not_started', 'started', 'completed'],
  }),
  defineEndpoint(contract.listContentProgress, listContentProgress, {
    csv: [
      'name',
      'email',
      'state',
      'percentage',
      'visible_seconds',
      'opened_at',
      'last_seen_at',
      'completed_at',
    ],
  }),
  defineEndpoint(contract.listStudentProgress, listStudentProgress, {
    csv: [
      'lesson_title',
      'title',
      'type',
      'state',
      'percentage',
      'visible_seconds',
      'opened_at',
      'last_seen_at',
      'completed_at',
    ],
  }),
  defineEndpoint(contract.approveStudents, approveStudents),
  defineEndpoint(contract.declineEnrolmentRequests, declineRequests),
  defineEndpoint(contract.undoEnrolmentDecision, undoDecision),
  defineEndpoint(contract.changeStudentCourses, changeStudentCourses),
  defineEndpoint(contract.setStudentTier, setStudentTier),
  defineEndpoint(contract.setTierForStudents, setTierForStudents),
  defineEndpoint(contract.changeCourseStudents, changeCourseStudents),
  defineEndpoint(contract.createStudentsFileLink, createStudentsFileLink),
  defineEndpoint(contract.listCourseStudents, listCourseStudents),
  defineEndpoint(contract.listEnrolmentRequests, listJoinRequests, {
    csv: ['name', 'email', 'user_code', 'course_name', 'created_at'],
  }),
  defineEndpoint(contract.listStuckStudents, listStuckStudents, {
    csv: ['name', 'email', 'user_code', 'course_name', 'created_at', 'last_opened_at'],
  }),
  defineEndpoint(contract.listStudentsNotTaking, listStudentsNotEnrolled),
  defineEndpoint(contract.listStudentCourses, listStudentCourses, {
    csv: [
      'course_name',
      'course_teacher_name',
      'status',
      'tier',
      'student_approval_end_date',
      'progress.percentage',
      'progress.completed',
      'progress.total',
      'created_at',
      'approved_at',
      'last_opened_at',
      'completed_at',
    ],
  }),
  defineEndpoint(contract.listEnrolmentEvents, listEnrolmentEvents, {
    csv: [
      'created_at',
      'course_name',
      'cause',
      'reason',
      'status',
      'tier',
      'student_approval_end_date',
      'changed_by.name',
    ],
  }),
]
