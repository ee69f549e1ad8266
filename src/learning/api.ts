import { handle } from '#tenancy/http/endpoints.ts'
import { approveStudents } from './enrolments/approve-students.ts'
import { askToJoin } from './enrolments/request-to-join.ts'
import { changeStudentCourses } from './enrolments/change-student-courses.ts'
import { changeCourseStudents } from './enrolments/change-course-students.ts'
import { checkStudent, studentHasAccess } from './students/check-student.ts'
import * as contract from './contract.ts'
import { getDashboard } from './dashboard/get-dashboard.ts'
import { listCourseStudents } from './students/list-course-students.ts'
import { listMyCourses, listStudentCourses } from './dashboard/list-courses.ts'
import { listRequests } from './students/list-join-requests.ts'
import { listStudentEvents } from './students/list-student-events.ts'
import { listStudentsNotTaking } from './students/list-students-not-enrolled.ts'
import { saveProgress } from './progress/save-progress.ts'
import { setStudentTier } from './enrolments/set-student-tier.ts'
import { setStudentsTier } from './enrolments/set-tier-of-students.ts'
import { linkStudentsFile } from './students/students-file.ts'

export const api = [
  handle(contract.askToJoin, askToJoin),
  handle(contract.listMyCourses, listMyCourses),
  handle(contract.getDashboard, getDashboard),
  handle(contract.checkStudent, checkStudent),
  handle(contract.studentHasAccess, studentHasAccess),
  handle(contract.saveProgress, saveProgress),
  handle(contract.approveStudents, approveStudents),
  handle(contract.changeStudentCourses, changeStudentCourses),
  handle(contract.setStudentTier, setStudentTier),
  handle(contract.setStudentsTier, setStudentsTier),
  handle(contract.changeCourseStudents, changeCourseStudents),
  handle(contract.linkStudentsFile, linkStudentsFile),
  handle(contract.listCourseStudents, listCourseStudents),
  handle(contract.listRequests, listRequests),
  handle(contract.listStudentsNotTaking, listStudentsNotTaking),
  handle(contract.listStudentCourses, listStudentCourses),
  handle(contract.listStudentEvents, listStudentEvents),
]
