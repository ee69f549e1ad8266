import { describe, expect, test } from 'vitest'
import { invite, revokeInvitation } from '#accounts/contract.ts'
import {
  getCourseDetails,
  listCourses,
  listPublicCourses,
  restoreCourse,
  updateCourse,
} from '#courses/contract.ts'
import { approveStudents } from '#learning/contract.ts'
import { json } from '#platform/database/database.server.ts'
import { defaultPalette } from '#lib/theme/index.ts'
import { newId } from '#platform/security/tokens.ts'
import { updateSchool } from '#schools/contract.ts'
import { createTestSchool, type TestUser } from '#testing/builders/school-builder.ts'
import * as contract from './contract.ts'

const journey = (person: TestUser) => person.api(contract.getOnboardingChecklist, {})
const doneBy = async (person: TestUser) =>
  (await journey(person)).steps.flatMap(({ step, done }) => (done ? [step] : []))

describe('the checklist', () => {
  test('follows the state of the school step by step, in both directions', async () => {
    const school = await createTestSchool()
    const owner = await school.owner()
    const set = (columns: object) =>
      school.transact(({ tx, school_id }) =>
        tx.updateTable('schools').set(columns).where('school_id', '=', school_id).execute(),
      )
    await set({ theme: json(defaultPalette) })
    expect(await journey(owner)).toMatchObject({ processed_count: 0, all_count: 7, course_id: null })
    await owner.api(updateSchool, { id: school.school_id, tagline: 'Learn' })
    expect(await doneBy(owner)).toEqual([])
    await set({ logo_upload_id: newId() })
    await set({ theme: json({ ...defaultPalette, primary: '#0b6e4f' }) })
    expect(await doneBy(owner)).toEqual(['profile', 'colours'])
    const course = await school.course({ created_by: owner.id, course_is_public: false })
    expect(await journey(owner)).toMatchObject({ processed_count: 3, course_id: course.id })
    const { id } = await school.content({ course_id: course.id, is_published: false })
    expect(await doneBy(owner)).toEqual(['profile', 'colours', 'course', 'lesson'])
    // A program may have created it as a public course.
    await school.transact(({ tx, school_id }) =>
      tx
        .updateTable('courses')
        .set({ course_is_public: true })
        .where('school_id', '=', school_id)
        .where('id', '=', course.id)
        .execute(),
    )
    // Visitors would find an empty course.
    expect(await doneBy(owner)).not.toContain('published')
    await school.transact(({ tx, school_id }) =>
      tx
        .updateTable('contents')
        .set({ is_published: true })
        .where('school_id', '=', school_id)
        .where('id', '=', id)
        .execute(),
    )
    expect(await doneBy(owner)).toContain('published')
    const { id: invitation_id } = await owner.api(invite, { email: 'ada@people.test' })
    expect(await journey(owner)).toMatchObject({ processed_count: 6 })
    await owner.api(revokeInvitation, { invitation_id })
    expect(await doneBy(owner)).not.toContain('people')
    const student = await school.student()
    expect(await doneBy(owner)).toContain('people')
    await school.enrol(student, course, { status: 'pending' })
    expect(await doneBy(owner)).not.toContain('enrolled')
    await owner.api(approveStudents, { course_id: course.id, student_ids: [student.id], approved: true })
    expect(await journey(owner)).toMatchObject({ processed_count: 7 })
    const order = { school_id: school.school_id, buyer_id: student.id, currency: 'NGN', total: 1_000 }
    const insertOrder = (status: 'awaiting_payment' | 'paid') =>
      school.transact(({ tx }) =>
        tx
          .insertInto('orders')
          .values({ ...order, id: newId(), status })
          .execute(),
      )
    await insertOrder('awaiting_payment')
    expect(await doneBy(owner)).not.toContain('payment')
    await insertOrder('paid')
    expect(await doneBy(owner)).toContain('payment')
    await school.transact(({ tx, school_id }) =>
      tx
        .insertInto('custom_domains')
        .values({
          school_id,
          id: newId(),
          domain: `${newId()}.test`,
          verification_record: 'x',
          state: 'active',
          created_by: owner.id,
        })
        .execute(),
    )
    expect((await journey(owner)).steps.at(-1)).toEqual({ step: 'domain', done: true, optional: true })
  })

  test('is dismissed and restored for one person', async () => {
    const school = await createTestSchool()
    const [admin, other] = [await school.admin(), await school.admin()]
    const dismiss = (dismissed: boolean) => admin.api(contract.dismissOnboardingChecklist, { dismissed })
    for (const dismissed of [true, true, false, false])
      await expect(dismiss(dismissed)).resolves.toMatchObject({ dismissed })
    await dismiss(true)
    await expect(journey(admin)).resolves.toMatchObject({ dismissed: true })
    await expect(journey(other)).resolves.toMatchObject({ dismissed: false })
  })
})

describe('the sample course', () => {
  test('is created once, private, marked and complete, even by concurrent requests', async () => {
    const school = await createTestSchool()
    const admin = await school.admin()
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => admin.api(contract.addSampleCourse, {})),
    )
    expect(new Set(answers.map((answer) => answer.course_id)).size).toBe(1)
    const { course_id } = answers[0]!
    expect(await journey(admin)).toMatchObject({ sample_course_id: course_id, course_id: null })
    expect((await admin.api(listCourses, {})).data).toMatchObject([
      { id: course_id, is_sample: true, course_isPublic: false },
    ])
    const ask = { school_id: school.school_id }
    expect((await school.visitor().api(listPublicCourses, ask)).data).toEqual([])
    const details = await admin.api(getCourseDetails, { id: course_id })
    expect(details).toMatchObject({ lessons_count: 2, contents_count: 3 })
    // It does not count as the school's course.
    expect(await doneBy(admin)).not.toContain('course')
  })

  test('is in the school’s language', async () => {
    const admin = await (await createTestSchool({ language: 'fr' })).admin()
    const { course_id } = await admin.api(contract.addSampleCourse, {})
    await expect(admin.api(getCourseDetails, { id: course_id })).resolves.toMatchObject({
      course_name: 'Cours d’exemple : un bon café chez soi',
    })
  })

  test('counts after it is public, or kept', async () => {
    const school = await createTestSchool()
    const admin = await school.admin()
    const { course_id } = await admin.api(contract.addSampleCourse, {})
    await admin.api(updateCourse, { id: course_id, course_isPublic: true })
    expect(await doneBy(admin)).toEqual(expect.arrayContaining(['course', 'lesson', 'published']))
    await admin.api(updateCourse, { id: course_id, course_isPublic: false })
    await expect(admin.api(contract.keepSampleCourse, {})).resolves.toEqual({ course_id })
    expect(await journey(admin)).toMatchObject({ sample_course_id: null, course_id })
    await expect(admin.api(contract.keepSampleCourse, {})).rejects.toMatchObject({ status: 404 })
  })

  test('is deleted by one call and can be created again; restoring the old one creates no second sample', async () => {
    const school = await createTestSchool()
    const admin = await school.admin()
    const { course_id } = await admin.api(contract.addSampleCourse, {})
    const mirror = await school.course({ mirror_course_id: course_id, created_by: admin.id })
    const remove = () => admin.api(contract.deleteSampleCourse, {})
    await expect(remove()).rejects.toMatchObject({ code: 'course_is_mirrored' })
    await admin.api(updateCourse, { id: mirror.id, mirror_course_id: null })
    await expect(remove()).resolves.toEqual({ ok: true })
    await expect(remove()).rejects.toMatchObject({ status: 404 })
    const again = await admin.api(contract.addSampleCourse, {})
    expect(again.course_id).not.toBe(course_id)
    // A restored sample beside a new one is an ordinary course.
    await admin.api(restoreCourse, { id: course_id })
    const { data } = await admin.api(listCourses, {})
    expect(data.find(({ id }) => id === course_id)).toMatchObject({ is_sample: false })
  })
})
