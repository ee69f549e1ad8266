import { handle } from '#platform/http.ts'
import { approveStudents } from './approve-students.ts'
import { askToJoin } from './ask-to-join.ts'
import { changeStudentCourses } from './change-student-courses.ts'
import { changeCourseStudents } from './change-course-students.ts'
import { checkStudent, studentHasAccess } from './check-student.ts'
import * as contract from './contract.ts'
import { getDashboard } from './get-dashboard.ts'
import { listCourseStudents } from './list-course-students.ts'
import { listMyCourses, listStudentCourses } from './list-courses.ts'
import { listRequests } from './list-requests.ts'
import { listStudentEvents } from './list-student-events.ts'
import { listStudentsNotTaking } from './list-students-not-taking.ts'
import { saveProgress } from './save-progress.ts'
import { setStudentTier } from './set-student-tier.ts'
import { setStudentsTier } from './set-students-tier.ts'
import { linkStudentsFile } from './students-file.ts'

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
