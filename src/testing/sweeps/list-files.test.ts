import { expect, test } from 'vitest'
import { allEndpoints } from '#app.ts'
import { csvHeadings } from '#tenancy/http/csv-columns.ts'
import { listEnrolmentRequests, listStudentCourses, listStuckStudents } from '#learning/contract.ts'
import { listStudents } from '#accounts/contract.ts'
import { listCourses } from '#courses/contract.ts'
import { newId } from '#platform/security/tokens.ts'
import type { Route } from '#tenancy/contract/define-route.ts'
import { buildRequest, type TestClient } from '../builders/test-client.ts'
import { withRequestCostGuard } from '../builders/request-cost.ts'
import { createTestSchool } from '../builders/school-builder.ts'

const accept = { accept: 'text/csv' }

const csvOf = (person: TestClient, route: Route, input: object = {}, headers: object = {}) =>
  withRequestCostGuard(person).request({ ...buildRequest(route, input), headers: { ...accept, ...headers } })

const linesOf = (text: string) => text.trimEnd().split('\r\n')

/** Lists that no person of the staff takes along, with the reason. */
const withoutFile: Record<string, string> = {
  listAnswersToMark: 'marked one by one; the list of results has a file',
  listGradedQuestions: 'each is regraded by itself; the bank of the question has a file',
  listRegradeRows: 'a preview; the list of results has a file',
  listRegrades: 'each is applied or discarded by itself',
  listBankTransfers: 'each order of a transfer is in the list of orders',
  listContentVersions: 'versions are read and compared one by one',
  listCourseStudents: 'has a file with progress and registration answers: createStudentsFileLink',
  listEndOfCourseMessages: 'one thread; the list of threads has a file',
  listInvitations: 'has a file with the link of each invitation: exportInvitations',
  listMyQuestions: 'part of the export of personal data',
  listMySchools: 'an owner has few schools',
  listNotes: 'has its own exports in other formats',
  listNotifications: 'part of the export of personal data',
  listPlansForStaff: 'a school has at most 100 plans',
  listPaymentEvents: 'technical; handled one by one',
  listSubscriptions: 'Each order of a subscription is in the list of orders.',
  listQuestionVersions: 'versions are read and compared one by one',
  listRubrics: 'the choices of a dialog',
  listSavedComments: 'the choices of a dialog',
  listSchoolInvoices: 'each invoice is a document of the payment provider',
  listSessions: 'part of the export of personal data',
  listStudentCertificates: 'one student; the list of all certificates has a file',
  listStudentsNotTaking: 'the choices of a dialog',
  exportQuestions: 'the browser writes the file in the format that was chosen',
  consoleGetSchoolPayouts: 'the school has the file: listPayouts',
  consoleListPaymentEvents: 'technical; handled one by one',
  consoleListQuarantinedPayments: 'decided one by one',
  consoleListReconciledSchools: 'technical; each school has its own runs',
  consoleListReconciliationDifferences: 'looked at one by one',
  consoleListSchoolDifferences: 'looked at one by one',
  consoleListReconciliationRuns: 'technical; one a day',
  consolePreviewFlag: 'a preview',
  listReconciliationRuns: 'technical; one a day',
}

test('every list of staff can be downloaded, unless it is named here', () => {
  const lists = allEndpoints.filter(
    ({ route }) =>
      !['public', 'student'].includes(route.access) &&
      'next_cursor' in ((route.reply[1] as { properties?: object }).properties ?? {}),
  )
  const missing = lists.filter(({ csv }) => !csv).map(({ route }) => route.name)
  expect(missing.toSorted()).toEqual(Object.keys(withoutFile).toSorted())
})

test('every column has a heading in English, French and Arabic', () => {
  for (const { route, csv } of allEndpoints)
    for (const locale of csv ? ['en', 'fr', 'ar'] : [])
      expect(
        csvHeadings(csv!, locale).filter((heading) => heading.includes('csv.')),
        route.name,
      ).toEqual([])
})

test('a file has the filters of the list, escapes formulas and names codes in the reader’s language', async () => {
  const school = await createTestSchool()
  const admin = await school.admin()
  await school.student({ name: '=HYPERLINK("http://evil.test")' })
  await school.student({ name: 'Ọláyínká, "Zoë"' })
  await school.student({ name: 'Somebody else' })
  const file = await csvOf(admin, listStudents)
  expect(file.status).toBe(200)
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(file.headers['content-disposition']).toMatch(/^attachment; filename="students-[\d-]+\.csv"$/)
  expect(file.text.startsWith('\uFEFF"Name","E-mail","User code","Status"')).toBe(true)
  expect(file.text).toContain(`"'=HYPERLINK(""http://evil.test"")"`)
  expect(linesOf(file.text)).toHaveLength(4)
  const found = await csvOf(admin, listStudents, { search: 'zoe' }, { 'accept-language': 'fr' })
  const lines = linesOf(found.text)
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain('"Nom"')
  expect(lines[1]).toMatch(/^"Ọláyínká, ""Zoë""",.*"Actif"/)
})

test('a file contains every page of the list once', async () => {
  const school = await createTestSchool()
  const ids = Array.from({ length: 1_003 }, () => newId())
  await school.transact(async ({ tx, school_id }) => {
    const users = ids.map((id) => ({ school_id, id, role: 'student', name: 'S', email: `${id}@many.test` }))
    await tx.insertInto('users').values(users).execute()
  })
  const { text } = await csvOf(await school.admin(), listStudents, { limit: 1 })
  const addresses = [...text.matchAll(/"([\w-]+)@many\.test"/g)].map(([, id]) => id)
  expect(addresses).toHaveLength(1_003)
  expect(new Set(addresses).size).toBe(1_003)
})

test('a file has the rights of its list', async () => {
  const school = await createTestSchool()
  const [teacher, other] = [await school.teacher(), await school.teacher()]
  const own = { created_by: teacher.id, course_teacher_id: teacher.id, price: 1_999 }
  const course = await school.course({ ...own, course_name: 'Own course' })
  const student = await school.student({ name: 'Ada Obi' })
  await school.enrol(student, course, { status: 'pending', approved_at: null })
  const requests = async (person: TestClient) => linesOf((await csvOf(person, listEnrolmentRequests)).text)
  expect(await requests(teacher)).toHaveLength(2)
  expect(await requests(other)).toHaveLength(1)
  const courses = linesOf((await csvOf(teacher, listCourses)).text)
  expect(courses[1]).toContain('"Own course"')
  expect(courses[1]).toContain('"19.99"')
  for (const route of [listEnrolmentRequests, listStuckStudents, listStudents]) {
    const refused = await csvOf(student, route)
    expect([refused.status, refused.json.code], route.name).toEqual([403, 'forbidden'])
  }
  const nobody = await csvOf(school.visitor(), listStudents)
  expect([nobody.status, nobody.json.code]).toEqual([401, 'unauthenticated'])
  const invalid = await csvOf(teacher, listStudents, { cursor: 'x' })
  expect([invalid.status, invalid.json.code]).toEqual([422, 'invalid_input'])
  const elsewhere = await csvOf(teacher, listStudentCourses, { student_id: newId() })
  expect(elsewhere.status).toBe(404)
})
