import { describe, expect, test } from 'vitest'
import { listStudents, listTeachers, loginStudent, getMe } from '#accounts/contract.ts'
import { duplicateCourse } from '#import-export/contract.ts'
import {
  getCourseDetails,
  listCourses,
  listPublicCourses,
  searchCourses,
  updateCourse,
} from '#courses/contract.ts'
import { newId } from '#platform/security/tokens.ts'
import { createTestSchool, testPassword, type TestUser } from '#testing/builders/school-builder.ts'
import * as contract from './contract.ts'

const add = (admin: TestUser, name: string) => admin.api(contract.createFaculty, { name })
const addDepartment = (admin: TestUser, faculty_id: string, name: string) =>
  admin.api(contract.createDepartment, { faculty_id, name })
const list = async (admin: TestUser) => (await admin.api(contract.listFaculties, { limit: 100 })).data
const namesOf = async (admin: TestUser) => (await list(admin)).map((faculty) => faculty.name)

async function aUniversity() {
  const school = await createTestSchool()
  const admin = await school.admin()
  const [science, law] = [await add(admin, 'Science'), await add(admin, 'Law')]
  return { school, admin, science, law }
}

describe('a faculty', () => {
  test('is appended with an anchor and a name that is unique ignoring case', async () => {
    const { admin } = await aUniversity()
    await expect(add(admin, ' Arts & Letters ')).resolves.toMatchObject({ slug: 'arts-letters', position: 2 })
    await expect(add(admin, 'LAW')).rejects.toMatchObject({ status: 409, code: 'faculty_name_taken' })
    const { id } = (await list(admin))[0]!
    await expect(admin.api(contract.updateFaculty, { faculty_id: id, name: 'law' })).rejects.toMatchObject({
      code: 'faculty_name_taken',
    })
    const renamed = admin.api(contract.updateFaculty, { faculty_id: id, name: 'Sciences' })
    await expect(renamed).resolves.toMatchObject({ name: 'Sciences', slug: 'sciences' })
    const visitor = await (await createTestSchool()).admin()
    const theirs = () => visitor.api(contract.updateFaculty, { faculty_id: id, name: 'Mine' })
    await expect(theirs()).rejects.toMatchObject({ status: 404 })
  })

  test('is refused beyond one hundred, even with concurrent requests', async () => {
    const school = await createTestSchool()
    const admin = await school.admin()
    const rows = Array.from({ length: 98 }, (_, n) => ({
      id: newId(),
      name: `F${n}`,
      slug: `f${n}`,
      position: n,
    }))
    await school.transact(({ tx, school_id }) =>
      tx
        .insertInto('faculties')
        .values(rows.map((row) => ({ ...row, school_id })))
        .execute(),
    )
    const answers = await Promise.allSettled(Array.from({ length: 4 }, (_, n) => add(admin, `More ${n}`)))
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.code] : []))
    expect(refused).toEqual(Array(2).fill('faculty_limit_reached'))
  })

  test('must be ordered together with all others', async () => {
    const { admin, science, law } = await aUniversity()
    await admin.api(contract.reorderFaculties, { ids: [law.id, science.id] })
    expect(await namesOf(admin)).toEqual(['Law', 'Science'])
    const short = () => admin.api(contract.reorderFaculties, { ids: [law.id] })
    await expect(short()).rejects.toMatchObject({ code: 'faculty_order_outdated' })
  })
})

describe('departments', () => {
  test('take over the courses with their name, and no others', async () => {
    const { school, admin, science, law } = await aUniversity()
    const [mine, upper, otherCourse, other] = [
      await school.course({ course_department: 'Physics' }),
      await school.course({ course_department: 'PHYSICS' }),
      await school.course({ course_department: 'Physics', faculty_id: law.id }),
      await school.course({ course_department: 'Metaphysics' }),
    ]
    const loose = await admin.api(contract.listUnmatchedDepartments, {})
    expect(loose.data).toMatchObject([{ course_count: 2 }, { name: 'Metaphysics', course_count: 1 }])
    await expect(addDepartment(admin, science.id, 'Physics')).resolves.toMatchObject({ course_count: 2 })
    for (const course of [mine, upper])
      await expect(admin.api(getCourseDetails, { id: course.id })).resolves.toMatchObject({
        faculty: { id: science.id, name: 'Science' },
        course_department: 'Physics',
      })
    await expect(admin.api(getCourseDetails, { id: otherCourse.id })).resolves.toMatchObject({
      faculty_id: law.id,
      department_id: null,
    })
    await expect(admin.api(getCourseDetails, { id: other.id })).resolves.toMatchObject({ faculty: null })
  })

  test('update their courses when renamed or moved', async () => {
    const { school, admin, science, law } = await aUniversity()
    const { id: department_id } = await addDepartment(admin, science.id, 'Physics')
    const { id } = await school.course()
    await admin.api(updateCourse, { id, department_id })
    await admin.api(contract.updateDepartment, {
      faculty_id: science.id,
      department_id,
      name: 'Astrophysics',
      move_to: law.id,
    })
    await expect(admin.api(getCourseDetails, { id })).resolves.toMatchObject({
      course_department: 'Astrophysics',
      faculty_id: law.id,
      department_id,
    })
    const found = await school
      .visitor()
      .api(searchCourses, { school_id: school.school_id, searchQuery: 'astrophysics' })
    expect(found.data.map((course) => course.id)).toEqual([id])
  })

  test('have unique names per faculty, at most a hundred, and a complete order', async () => {
    const { school, admin, science, law } = await aUniversity()
    const [a, b] = [await addDepartment(admin, science.id, 'A'), await addDepartment(admin, science.id, 'B')]
    await expect(addDepartment(admin, science.id, 'a')).rejects.toMatchObject({
      code: 'department_name_taken',
    })
    await addDepartment(admin, law.id, 'A')
    await expect(
      admin.api(contract.updateDepartment, { faculty_id: science.id, department_id: b.id, name: 'A' }),
    ).rejects.toMatchObject({ code: 'department_name_taken' })
    const order = (ids: string[]) => admin.api(contract.reorderDepartments, { faculty_id: science.id, ids })
    await order([b.id, a.id])
    expect((await list(admin))[0]?.departments.map(({ name }) => name)).toEqual(['B', 'A'])
    await expect(order([a.id])).rejects.toMatchObject({ code: 'department_order_outdated' })
    await school.transact(({ tx, school_id }) =>
      tx
        .insertInto('departments')
        .values(
          Array.from({ length: 99 }, (_, n) => ({
            school_id,
            id: newId(),
            faculty_id: law.id,
            name: `D${n}`,
            position: n + 1,
          })),
        )
        .execute(),
    )
    await expect(addDepartment(admin, law.id, 'More')).rejects.toMatchObject({
      code: 'department_limit_reached',
    })
    const move = () =>
      admin.api(contract.updateDepartment, { faculty_id: science.id, department_id: b.id, move_to: law.id })
    await expect(move()).rejects.toMatchObject({ code: 'department_limit_reached' })
    const merge = () => admin.api(contract.deleteFaculty, { faculty_id: science.id, move_to: law.id })
    await expect(merge()).rejects.toMatchObject({ code: 'department_limit_reached' })
  })

  test('leave their name as text in their courses when deleted', async () => {
    const { school, admin, science } = await aUniversity()
    const { id: department_id } = await addDepartment(admin, science.id, 'Physics')
    const { id } = await school.course()
    await admin.api(updateCourse, { id, department_id })
    await admin.api(contract.deleteDepartment, { faculty_id: science.id, department_id })
    await expect(admin.api(getCourseDetails, { id })).resolves.toMatchObject({
      faculty_id: science.id,
      department_id: null,
      course_department: 'Physics',
    })
  })
})

describe('a course', () => {
  test('is assigned to a department by name, and loses it in another faculty', async () => {
    const { school, admin, science, law } = await aUniversity()
    const physics = await addDepartment(admin, science.id, 'Physics')
    const { id } = await school.course()
    const save = (change: object) => admin.api(updateCourse, { id, ...change })
    await expect(save({ course_department: 'physics' })).resolves.toMatchObject({
      faculty_id: science.id,
      department_id: physics.id,
      course_department: 'Physics',
    })
    await expect(save({ faculty_id: law.id })).resolves.toMatchObject({
      faculty_id: law.id,
      department_id: null,
      course_department: '',
    })
    const invalid = { faculty_id: law.id, department_id: physics.id }
    await expect(save(invalid)).rejects.toMatchObject({ errors: [{ code: 'department_elsewhere' }] })
    await expect(save({ faculty_id: newId() })).rejects.toMatchObject({
      errors: [{ code: 'faculty_unknown' }],
    })
    await expect(save({ department_id: newId() })).rejects.toMatchObject({
      errors: [{ code: 'department_unknown' }],
    })
    // A name that two faculties use is ambiguous.
    await addDepartment(admin, law.id, 'Physics')
    const free = await school.course()
    await expect(
      admin.api(updateCourse, { id: free.id, course_department: 'Physics' }),
    ).resolves.toMatchObject({ faculty_id: null, department_id: null, course_department: 'Physics' })
    await expect(save({ faculty_id: null })).resolves.toMatchObject({ faculty: null })
  })

  test('is listed by faculty for staff and visitors, and so is its copy', async () => {
    const { school, admin, science, law } = await aUniversity()
    const [open, closed] = [await school.course(), await school.course({ course_is_public: false })]
    const hidden = await school.course({ is_hidden: true })
    await expect(
      admin.api(contract.assignCourses, {
        faculty_id: science.id,
        course_ids: [open.id, closed.id, newId()],
      }),
    ).resolves.toEqual({ assigned: 2 })
    await admin.api(contract.assignCourses, { faculty_id: law.id, course_ids: [hidden.id] })
    const copy = await admin.api(duplicateCourse, { id: open.id, course_name: 'Again' })
    const ask = { faculty_id: science.id }
    const staff = await admin.api(listCourses, ask)
    expect(new Set(staff.data.map(({ id }) => id))).toEqual(new Set([open.id, closed.id, copy.id]))
    const { school_id } = school
    const listed = await school.visitor().api(listPublicCourses, { school_id, ...ask })
    expect(listed.data.map(({ id }) => id)).toEqual([open.id])
    // Law has no listed course, so it is not a filter.
    const { data } = await school.visitor().api(contract.listSchoolFaculties, { school_id })
    expect(data).toEqual([{ id: science.id, name: 'Science', slug: 'science', position: 0 }])
    const ofUnknownSchool = () => school.visitor().api(contract.listSchoolFaculties, { school_id: newId() })
    await expect(ofUnknownSchool()).rejects.toMatchObject({ status: 404 })
  })
})

describe('people', () => {
  test('are added and removed in bulk, and repeating changes nothing', async () => {
    const { school, admin, science, law } = await aUniversity()
    const [one, two] = [await school.student(), await school.student()]
    const teacher = await school.teacher()
    const visitor = await (await createTestSchool()).student()
    const assign = (faculty_id: string, change: object) =>
      admin.api(contract.assignPeople, { faculty_id, ...change })
    const everybody = { add: [one.id, two.id, teacher.id, visitor.id] }
    await expect(assign(science.id, everybody)).resolves.toEqual({ added: 3, removed: 0 })
    await expect(assign(science.id, everybody)).resolves.toEqual({ added: 0, removed: 0 })
    await assign(law.id, { add: [one.id] })
    expect((await list(admin))[0]).toMatchObject({ student_count: 2, staff_count: 1 })
    await expect(assign(science.id, { remove: [two.id, newId()] })).resolves.toEqual({ added: 0, removed: 1 })
    const students = await admin.api(listStudents, { faculty_id: science.id })
    expect(students.data).toMatchObject([
      { id: one.id, user_faculties: [{ name: 'Science' }, { name: 'Law' }] },
    ])
    const teachers = await admin.api(listTeachers, { faculty_id: law.id })
    expect(teachers.data).toEqual([])
    await expect(assign(newId(), everybody)).rejects.toMatchObject({ status: 404 })
    await expect(assign(law.id, { add: Array.from({ length: 501 }, newId) })).rejects.toMatchObject({
      status: 422,
    })
  })

  test('are added from a pasted list of addresses and codes, with unknown lines reported', async () => {
    const { school, admin, science } = await aUniversity()
    const [one, two, removed] = [
      await school.student(),
      await school.student({ user_code: 'MU/25/1041' }),
      await school.student({ status: 'removed' }),
    ]
    const visitor = await (await createTestSchool()).student()
    const list = [
      'Name;E-mail',
      `One;${one.email.toUpperCase()}`,
      'MU/25/1041;Two',
      removed.email,
      visitor.email,
      'MU/25/9999',
    ].join('\n')
    const paste = (faculty_id: string) => admin.api(contract.assignPeopleFromList, { faculty_id, list })
    const not_found = [4, 5, 6].map((line) => expect.objectContaining({ line }))
    await expect(paste(science.id)).resolves.toEqual({
      added: 2,
      already_members: 0,
      not_found_count: 3,
      not_found,
    })
    await expect(paste(science.id)).resolves.toMatchObject({ added: 0, already_members: 2 })
    const { data } = await admin.api(listStudents, { faculty_id: science.id })
    expect(new Set(data.map(({ id }) => id))).toEqual(new Set([one.id, two.id]))
    await expect(paste(newId())).rejects.toMatchObject({ status: 404 })
  })

  test('are returned with their faculties by login and me', async () => {
    const { school, admin, science } = await aUniversity()
    const student = await school.student()
    await admin.api(contract.assignPeople, { faculty_id: science.id, add: [student.id] })
    const userFaculties = [{ _id: science.id, id: science.id, name: 'Science', slug: 'science' }]
    const login = { user_code: student.email, password: testPassword, login_with: 'password' as const }
    const answer = await school.visitor().api(loginStudent, login)
    expect(answer).toMatchObject({ user_faculties: userFaculties, user: { user_faculties: userFaculties } })
    await admin.api(contract.updateFaculty, { faculty_id: science.id, name: 'Sciences' })
    await expect(student.api(getMe, {})).resolves.toMatchObject({ user_faculties: [{ name: 'Sciences' }] })
  })
})

describe('deleting', () => {
  test('requires confirmation, then moves all to another faculty and merges departments of the same name', async () => {
    const { school, admin, science, law } = await aUniversity()
    const [mine, theirs] = [
      await addDepartment(admin, science.id, 'Ethics'),
      await addDepartment(admin, law.id, 'ethics'),
    ]
    await addDepartment(admin, science.id, 'Physics')
    const [course, student] = [await school.course(), await school.student()]
    await admin.api(updateCourse, { id: course.id, department_id: mine.id })
    for (const { id } of [science, law])
      await admin.api(contract.assignPeople, { faculty_id: id, add: [student.id] })
    const drop = (how: object) => admin.api(contract.deleteFaculty, { faculty_id: science.id, ...how })
    await expect(drop({})).rejects.toMatchObject({ status: 409, code: 'faculty_in_use' })
    await expect(drop({ move_to: newId() })).rejects.toMatchObject({ status: 404 })
    await expect(drop({ move_to: science.id })).rejects.toMatchObject({ status: 404 })
    await drop({ move_to: law.id })
    expect(await list(admin)).toMatchObject([
      {
        id: law.id,
        course_count: 1,
        student_count: 1,
        departments: [
          { id: theirs.id, course_count: 1 },
          { name: 'Physics', course_count: 0 },
        ],
      },
    ])
  })

  test('leaves everything in the school on request, and needs no choice for an empty faculty', async () => {
    const { school, admin, science, law } = await aUniversity()
    const { id: department_id } = await addDepartment(admin, science.id, 'Physics')
    const [{ id }, student] = [await school.course(), await school.student()]
    await admin.api(updateCourse, { id, department_id })
    await admin.api(contract.assignPeople, { faculty_id: science.id, add: [student.id] })
    await admin.api(contract.deleteFaculty, { faculty_id: science.id, leave_without_faculty: true })
    await admin.api(contract.deleteFaculty, { faculty_id: law.id })
    expect(await list(admin)).toEqual([])
    await expect(admin.api(getCourseDetails, { id })).resolves.toMatchObject({
      faculty: null,
      department_id: null,
      course_department: 'Physics',
    })
    await expect(student.api(getMe, {})).resolves.toMatchObject({ user_faculties: [] })
  })

  test('never fails while people and courses are added to it', async () => {
    const { school, admin, science } = await aUniversity()
    const students = await Promise.all(Array.from({ length: 4 }, () => school.student()))
    const { id } = await school.course()
    const faculty_id = science.id
    const [deleted, ...late] = await Promise.allSettled([
      admin.api(contract.deleteFaculty, { faculty_id, leave_without_faculty: true }),
      ...students.map((one) => admin.api(contract.assignPeople, { faculty_id, add: [one.id] })),
      admin.api(updateCourse, { id, faculty_id }),
    ])
    expect(deleted.status).toBe('fulfilled')
    const refused = late.flatMap((one) =>
      one.status === 'rejected' ? [one.reason as { status: number }] : [],
    )
    expect(refused.filter(({ status }) => status !== 404 && status !== 422)).toEqual([])
  })
})
