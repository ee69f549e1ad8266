import { createSchoolCertificate, createStudentCertificate } from '#certificates/contract.ts'
import type { Input } from '#platform/contract/route.ts'
import { createTestSchool } from '../school-builder.ts'

type Template = Input<typeof createSchoolCertificate>
type Issued = Partial<Input<typeof createStudentCertificate>>

/** A school with an admin, a student of a course, and a certificate template of the course. */
export async function createCertifyingSchool({ student_name = 'Ada Obi', template = {} as Template } = {}) {
  const school = await createTestSchool({ name: 'Green School' })
  const [admin, student] = [await school.admin(), await school.student({ name: student_name })]
  const course = await school.course({ course_name: 'Algebra' })
  await school.enrol(student, course)
  const made = await admin.api(createSchoolCertificate, {
    course_id: course.id,
    certification_text: 'has completed {course_name}',
    signature: 'Head Teacher',
    ...template,
  })
  const issue = (given: Issued = {}) =>
    admin.api(createStudentCertificate, { student_id: student.id, course_id: course.id, ...given })
  return { school, admin, student, course, template: made, issue }
}
