import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { listQuestionUses, deleteQuestion } from '#questions/contract.ts'
import { newId } from '#platform/security/tokens.ts'
import { createTestAssessment } from '#testing/builders/questions/assessment-builder.ts'
import { createTestBank } from '#testing/builders/questions/question-builder.ts'
import { createTestSchool, type TestUser } from '#testing/builders/school-builder.ts'
import * as contract from './contract.ts'
import { assessmentsOfContents, copyAssessments, detachFromContents } from './index.ts'
import { maxAssessments } from './policy.ts'

const section = (...items: object[]) =>
  [{ name: 'Part 1', instructions: '<p>Read.</p><script>1</script>', items }] as never
const fixed = (question_id: string, points = 1) => ({ question_id, draw: null, points })
const draw = (bank_id: string, count: number, more: object = {}) => ({
  question_id: null,
  draw: { bank_id, types: [], tags: [], difficulties: [], count, ...more },
  points: 1,
})

describe('editing', () => {
  test('begins with the settings of the kind, and publishes immutable revisions', async () => {
    const { admin, bank_id, add } = await createTestBank()
    const one = await add('true_false')
    await add('number', { tags: ['hard'] })
    const created = await admin.api(contract.createAssessment, {
      kind: 'exam',
      name: ' Final ',
      instructions: '<p>Good luck</p><script>alert(1)</script>',
      sections: section(fixed(one.id, 2), draw(bank_id, 1, { tags: ['hard'] })),
    })
    expect(created).toMatchObject({
      name: 'Final',
      kind: 'exam',
      instructions: '<p>Good luck</p>',
      version: 1,
      is_published: false,
      settings: { time_limit_minutes: 60, max_attempts: 1, late_sync_hours: 2 },
      questions: [{ id: one.id, bank_id, type: 'true_false' }],
      banks: [{ id: bank_id, name: 'Science' }],
      question_count: 2,
      total_points: 3,
      publish_issues: [],
    })
    const { id } = created
    expect(await admin.api(contract.publishAssessment, { id })).toMatchObject({
      is_published: true,
      revision: 1,
      has_unpublished_changes: false,
    })
    const changed = await admin.api(contract.updateAssessment, {
      id,
      name: 'Final exam',
      version: 1,
      settings: { closes_at: '2030-01-01T00:00:00.000Z' },
    })
    expect(changed).toMatchObject({ version: 2, revision: 1, has_unpublished_changes: true, closes_at: null })
    expect(await admin.api(contract.publishAssessment, { id })).toMatchObject({
      revision: 2,
      closes_at: '2030-01-01T00:00:00.000Z',
    })
    expect(await admin.api(contract.unpublishAssessment, { id })).toMatchObject({ revision: null })
    await expect(admin.api(contract.updateAssessment, { id, name: 'Old', version: 1 })).rejects.toMatchObject(
      { code: 'edit_conflict' },
    )
  })

  test('refuses settings and items that contradict each other', async () => {
    const { admin, bank_id, add } = await createTestBank()
    const { id } = await add('true_false')
    const create = (more: object) =>
      admin.api(contract.createAssessment, { kind: 'quiz', name: 'Quiz', ...more })
    const both = { ...draw(bank_id, 1), question_id: id }
    for (const [more, path] of [
      [{ settings: { is_one_way: true } }, 'settings.is_one_way'],
      [{ settings: { release: { when: 'at', at: null, show: 'score' } } }, 'settings.release.at'],
      [{ sections: section(both) }, 'sections.0.items.0'],
      [{ sections: section(fixed(id), fixed(newId())) }, 'sections.0.items.1.question_id'],
      [{ sections: section(draw(bank_id, 100), draw(bank_id, 100), fixed(id)) }, 'sections'],
    ] as const)
      await expect(create(more)).rejects.toMatchObject({ code: 'invalid_input', errors: [{ path }] })
    await expect(create({ sections: section(draw(newId(), 1)) })).rejects.toMatchObject({ status: 404 })
  })

  test('names what prevents publishing', async () => {
    const { admin, bank_id, add } = await createTestBank()
    const { id: question_id } = await add('true_false')
    const { id } = await admin.api(contract.createAssessment, {
      kind: 'quiz',
      name: 'Quiz',
      settings: { opens_at: '2030-01-02T00:00:00Z', closes_at: '2030-01-01T00:00:00Z' },
      sections: section(fixed(question_id), draw(bank_id, 1)),
    })
    await admin.api(deleteQuestion, { bank_id, id: question_id })
    const issues = [
      { code: 'window_empty', section: null, item: null },
      { code: 'question_deleted', section: 0, item: 0 },
      { code: 'too_few_questions', section: 0, item: 1 },
    ]
    expect(await admin.api(contract.getAssessment, { id })).toMatchObject({ publish_issues: issues })
    await expect(admin.api(contract.publishAssessment, { id })).rejects.toMatchObject({
      code: 'assessment_incomplete',
    })
    const file = await add('file_upload')
    await admin.api(contract.updateAssessment, {
      id,
      settings: { integrity: 'watched', one_question_per_page: true, is_one_way: true },
      sections: section(fixed(file.id), draw(bank_id, 1, { types: ['file_upload'] })),
    })
    expect((await admin.api(contract.getAssessment, { id })).publish_issues).toMatchObject([
      { code: 'one_way_unavailable' },
      { code: 'integrity_unavailable' },
      { code: 'window_empty' },
      { code: 'question_type_unavailable', section: 0, item: 0 },
      { code: 'too_few_questions', section: 0, item: 1 },
    ])
    await admin.api(contract.updateAssessment, { id, sections: [] })
    expect((await admin.api(contract.getAssessment, { id })).publish_issues).toContainEqual({
      code: 'no_questions',
      section: null,
      item: null,
    })
  })

  test('copies, lists and deletes', async () => {
    const { admin, teacher, school, course, id } = await createTestAssessment()
    const copy = await admin.api(contract.copyAssessment, { id, name: 'Copy', course_id: null })
    expect(copy).toMatchObject({ name: 'Copy', is_published: false, course_id: null, question_count: 2 })
    const mine = await teacher.api(contract.createAssessment, { kind: 'survey', name: 'Étude' })
    const names = async (person: TestUser, query: object = {}) =>
      (await person.api(contract.listAssessments, query)).data.map(({ name }) => name)
    expect(await names(admin)).toEqual(['Étude', 'Copy', 'Test of the week'])
    expect(await names(teacher)).toEqual(['Étude'])
    expect(await names(admin, { course_id: course!.id })).toEqual(['Test of the week'])
    expect(await names(admin, { state: 'draft', kind: 'quiz' })).toEqual(['Copy'])
    expect(await names(admin, { q: 'etud' })).toEqual(['Étude'])
    const first = await admin.api(contract.listAssessments, { limit: 2 })
    const second = await admin.api(contract.listAssessments, { limit: 2, cursor: first.next_cursor! })
    expect(second.data.map(({ name }) => name)).toEqual(['Test of the week'])
    await teacher.api(contract.deleteAssessment, { id: mine.id })
    expect(await names(teacher)).toEqual([])
    expect(await names(await (await createTestSchool()).admin())).toEqual([])
    expect(school.school_id).toBeTruthy()
  })

  test('a school has a limited number of assessments', async () => {
    const { school, admin } = await createTestBank()
    await school.transact(({ tx, school_id }) =>
      sql`insert into assessments (school_id, id, kind, name, draft)
        select ${school_id}::uuid, gen_random_uuid(), 'quiz', 'x', '{}'
        from generate_series(1, ${maxAssessments}::int)`.execute(tx),
    )
    const { id } = (await admin.api(contract.listAssessments, { limit: 1 })).data[0]!
    for (const more of [
      () => admin.api(contract.createAssessment, { kind: 'quiz', name: 'One more' }),
      () => admin.api(contract.copyAssessment, { id }),
    ])
      await expect(more()).rejects.toMatchObject({ code: 'too_many_assessments' })
  })
})

test('no student and no other school reaches an assessment; a teacher only those of own courses', async () => {
  const { school, admin, id } = await createTestAssessment()
  const user_id = (await school.student()).id
  const calls = (person: TestUser, assessment_id = id) => [
    person.api(contract.getAssessment, { id: assessment_id }),
    person.api(contract.updateAssessment, { id: assessment_id, name: 'x' }),
    person.api(contract.deleteAssessment, { id: assessment_id }),
    person.api(contract.copyAssessment, { id: assessment_id }),
    person.api(contract.publishAssessment, { id: assessment_id }),
    person.api(contract.unpublishAssessment, { id: assessment_id }),
    person.api(contract.listAssessmentExceptions, { id: assessment_id }),
    person.api(contract.setAssessmentException, { id: assessment_id, user_id }),
    person.api(contract.deleteAssessmentException, { id: assessment_id, user_id }),
    person.api(contract.releaseResults, { id: assessment_id }),
  ]
  const ofSchool = await admin.api(contract.createAssessment, { kind: 'quiz', name: 'School' })
  const colleague = await school.teacher()
  for (const [person, reason, of] of [
    [await school.student(), { code: 'forbidden' }, id],
    [colleague, { code: 'not_your_course' }, id],
    [colleague, { code: 'not_your_assessment' }, ofSchool.id],
    [await (await createTestSchool()).admin(), { status: 404 }, id],
  ] as const)
    for (const answer of await Promise.allSettled(calls(person, of)))
      expect(answer).toMatchObject({ status: 'rejected', reason })
  const course = await school.course()
  await expect(
    colleague.api(contract.createAssessment, { kind: 'quiz', name: 'x', course_id: course.id }),
  ).rejects.toMatchObject({ code: 'not_your_course' })
})

describe('contents', () => {
  test('show at most one assessment of their course', async () => {
    const { school, admin, course, id } = await createTestAssessment()
    const content = await school.content({ type: 'assessment', course_id: course!.id })
    const other = await school.content({ type: 'assessment' })
    const text = await school.content({ course_id: course!.id })
    for (const { id: content_id } of [other, text])
      await expect(admin.api(contract.updateAssessment, { id, content_id })).rejects.toMatchObject({
        code: 'invalid_input',
      })
    await admin.api(contract.updateAssessment, { id, content_id: content.id })
    const more = { kind: 'quiz', name: 'x', course_id: course!.id, content_id: content.id } as const
    await expect(admin.api(contract.createAssessment, more)).rejects.toMatchObject({
      code: 'content_has_assessment',
    })
    const second = await admin.api(contract.createAssessment, { ...more, content_id: null })
    await expect(
      admin.api(contract.updateAssessment, { id: second.id, content_id: content.id }),
    ).rejects.toMatchObject({ code: 'content_has_assessment' })
  })

  test('are copied with their assessment, and detached from it', async () => {
    const { school, admin, course, id } = await createTestAssessment({ settings: { pass_percent: 60 } })
    const content = await school.content({ type: 'assessment', course_id: course!.id })
    await admin.api(contract.updateAssessment, { id, content_id: content.id })
    const copy = await school.content({})
    const actor = { id: admin.id, role: 'admin' as const }
    await school.transact(async (ctx) => {
      const asAdmin = { ...ctx, actor: { ...ctx.actor, ...actor } }
      const created = await copyAssessments(asAdmin, [
        { from_content_id: content.id, to_content_id: copy.id, course_id: copy.course_id },
        { from_content_id: newId(), to_content_id: newId(), course_id: copy.course_id },
      ])
      expect(created.size).toBe(1)
      const shown = await assessmentsOfContents(ctx, [content.id, copy.id, newId()])
      expect(shown.get(content.id)).toMatchObject({ id, question_count: 2, pass_percent: 60 })
      expect(shown.get(copy.id)).toMatchObject({
        id: created.get(copy.id),
        is_published: true,
        total_points: 4,
      })
      await detachFromContents(ctx, [content.id])
      expect((await assessmentsOfContents(ctx, [content.id])).size).toBe(0)
    })
  })

  test('a question lists the assessments that use it', async () => {
    const { admin, bank_id, questions, id } = await createTestAssessment()
    const uses = await admin.api(listQuestionUses, { bank_id, id: questions[0]!.id })
    expect(uses.data).toMatchObject([{ assessment_id: id, name: 'Test of the week' }])
  })
})

describe('exceptions', () => {
  test('are set for students, listed and taken back', async () => {
    const { admin, school, id } = await createTestAssessment()
    const { id: user_id } = await school.student()
    const closes_at = '2031-01-01T00:00:00.000Z'
    await admin.api(contract.setAssessmentException, { id, user_id, extra_minutes: 5 })
    await admin.api(contract.setAssessmentException, { id, user_id, extra_attempts: 1, closes_at })
    expect((await admin.api(contract.listAssessmentExceptions, { id })).data).toMatchObject([
      { user_id, extra_attempts: 1, extra_minutes: 0, closes_at },
    ])
    await admin.api(contract.deleteAssessmentException, { id, user_id })
    await expect(admin.api(contract.deleteAssessmentException, { id, user_id })).rejects.toMatchObject({
      status: 404,
    })
    await expect(admin.api(contract.setAssessmentException, { id, user_id: admin.id })).rejects.toMatchObject(
      { status: 404 },
    )
  })

  test('accommodations of a course are for its teacher, those of the school for admins', async () => {
    const { admin, school } = await createTestAssessment()
    const teacher = await school.teacher()
    const course = await school.course({ course_teacher_id: teacher.id })
    const { id: user_id } = await school.student()
    const ofCourse = { user_id, course_id: course.id, time_factor: 1.5 }
    await teacher.api(contract.setAccommodation, ofCourse)
    const ofSchool = { user_id, course_id: null, extra_minutes: 10 }
    const refused = { code: 'not_your_course' }
    await expect(teacher.api(contract.setAccommodation, ofSchool)).rejects.toMatchObject(refused)
    await expect(teacher.api(contract.listAccommodations, {})).rejects.toMatchObject(refused)
    await admin.api(contract.setAccommodation, ofSchool)
    expect((await admin.api(contract.listAccommodations, {})).data).toMatchObject([
      { course_id: null, extra_minutes: 10 },
    ])
    const list = () => teacher.api(contract.listAccommodations, { course_id: course.id })
    expect((await list()).data).toMatchObject([{ course_id: course.id, time_factor: 1.5 }])
    await teacher.api(contract.setAccommodation, { ...ofCourse, time_factor: 1 })
    expect((await list()).data).toEqual([])
  })
})
