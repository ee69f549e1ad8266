import { describe, expect, test } from 'vitest'
import { questionTypes } from '#lib/questions/index.ts'
import { newId } from '#platform/security/tokens.ts'
import { createTestBank } from '#testing/builders/questions/question-builder.ts'
import { sampleQuestion } from '#testing/builders/questions/question-samples.ts'
import { createTestSchool } from '#testing/builders/school-builder.ts'
import { insertTestUpload } from '#testing/builders/upload-builder.ts'
import * as contract from './contract.ts'
import { maxBanks, maxQuestions } from './policy.ts'

describe('banks', () => {
  test('belong to the school or to a course', async () => {
    const school = await createTestSchool()
    const [admin, teacher, colleague] = [await school.admin(), await school.teacher(), await school.teacher()]
    const course = await school.course({ course_teacher_id: teacher.id })
    const shared = await admin.api(contract.createQuestionBank, { name: ' Physics ' })
    const own = await teacher.api(contract.createQuestionBank, { name: 'Mechanics', course_id: course.id })
    expect(shared).toMatchObject({ name: 'Physics', course_id: null, question_count: 0, may_manage: true })
    expect(own).toMatchObject({ course_id: course.id, course_name: course.course_name, may_manage: true })

    const namesFor = async (person: typeof admin, of = {}) =>
      (await person.api(contract.listQuestionBanks, of)).data.map(({ name, may_manage }) => [
        name,
        may_manage,
      ])
    expect(await namesFor(admin)).toEqual([
      ['Mechanics', true],
      ['Physics', true],
    ])
    expect(await namesFor(teacher)).toEqual([
      ['Mechanics', true],
      ['Physics', false],
    ])
    expect(await namesFor(colleague)).toEqual([['Physics', false]])
    expect(await namesFor(admin, { course_id: course.id })).toEqual([['Mechanics', true]])

    const refused = { code: 'not_your_course' }
    await expect(colleague.api(contract.getQuestionBank, { bank_id: own.id })).rejects.toMatchObject(refused)
    await expect(
      colleague.api(contract.createQuestionBank, { name: 'x', course_id: course.id }),
    ).rejects.toMatchObject(refused)
    const renamed = { bank_id: shared.id, name: 'Mine' }
    await expect(teacher.api(contract.updateQuestionBank, renamed)).rejects.toMatchObject({
      code: 'not_your_question_bank',
    })
    await expect(teacher.api(contract.deleteQuestionBank, { bank_id: shared.id })).rejects.toMatchObject({
      code: 'not_your_question_bank',
    })
    expect(await admin.api(contract.updateQuestionBank, { ...renamed, course_id: course.id })).toMatchObject({
      name: 'Mine',
      course_id: course.id,
    })
    await teacher.api(contract.deleteQuestionBank, { bank_id: shared.id })
    expect(await namesFor(admin)).toEqual([['Mechanics', true]])
    await expect(admin.api(contract.getQuestionBank, { bank_id: shared.id })).rejects.toMatchObject({
      status: 404,
    })
  })

  test('are limited in number and in size', async () => {
    const { school, admin, bank_id, add } = await createTestBank()
    const fill = (count: number, rest: object) =>
      Array.from({ length: count }, () => ({ school_id: school.school_id, id: newId(), name: 'x', ...rest }))
    await school.transact(({ tx }) =>
      tx
        .insertInto('question_banks')
        .values(fill(maxBanks - 1, {}) as never)
        .execute(),
    )
    await expect(admin.api(contract.createQuestionBank, { name: 'One more' })).rejects.toMatchObject({
      code: 'too_many_question_banks',
    })
    const { id } = await add('true_false')
    await school.transact(({ tx, school_id }) =>
      tx
        .updateTable('question_banks')
        .set({ question_count: maxQuestions })
        .where('school_id', '=', school_id)
        .execute(),
    )
    const full = { code: 'question_bank_full' }
    await expect(add('true_false')).rejects.toMatchObject(full)
    await expect(admin.api(contract.duplicateQuestion, { bank_id, id })).rejects.toMatchObject(full)
    const banks = (await admin.api(contract.listQuestionBanks, {})).data
    const target_bank_id = banks.find((bank) => bank.id !== bank_id)!.id
    const moved = { bank_id, question_ids: [id], target_bank_id }
    await expect(admin.api(contract.updateQuestions, moved)).rejects.toMatchObject(full)
  })
})

describe('a question', () => {
  test('of every type is stored with its key', async () => {
    const { admin, bank_id, image_id, add } = await createTestBank()
    for (const type of questionTypes) {
      const sample = sampleQuestion(type, image_id)
      const created = await add(type, { tags: ['Term 1'], difficulty: 2 })
      expect(created).toMatchObject({
        type,
        ...sample,
        tags: ['Term 1'],
        difficulty: 2,
        version: 1,
        key_revision: 1,
      })
      expect(await admin.api(contract.getQuestion, { bank_id, id: created.id })).toEqual(created)
      const hasImage = type === 'hotspot' || type === 'labelling'
      expect(created.files.map(({ upload_id }) => upload_id)).toEqual(hasImage ? [image_id] : [])
    }
    const { question_count } = await admin.api(contract.getQuestionBank, { bank_id })
    expect(question_count).toBe(questionTypes.length)
  })

  test('is named by the beginning of its text', async () => {
    const { add } = await createTestBank()
    const text = `<h2>Water [[gapaaa]] [[gapbbb]] &amp; ${'long '.repeat(40)}</h2><p>more</p>`
    const { name } = await add('gaps', { body: { ...sampleQuestion('gaps').body, text } })
    expect(name).toMatch(/^Water … … & long .*…$/)
    expect(name.length).toBeLessThanOrEqual(100)
    expect((await add('gaps', { name: ' Water ' })).name).toBe('Water')
  })

  test('is refused with the field of each problem', async () => {
    const { add, school } = await createTestBank()
    const { body, key } = sampleQuestion('single_choice')
    const invalid = {
      key: { ...key, fractions: { optzzz: 1 } },
      body: { ...body, text: '<script>x</script>' },
    }
    await expect(add('single_choice', invalid)).rejects.toMatchObject({
      status: 422,
      errors: [
        { path: 'body.text', code: 'text_missing', message: 'Write a text.' },
        { path: 'key.fractions.optzzz', code: 'unknown_part' },
      ],
    })
    await expect(add('single_choice', { body: { ...body, options: [] } })).rejects.toMatchObject({
      errors: [{ path: 'body.options', code: 'too_few' }],
    })
    await expect(add('single_choice', { body: { ...body, right: 'optaaa' } })).rejects.toMatchObject({
      errors: [{ path: 'body.right', code: 'unknown_field' }],
    })
    const avatar = await insertTestUpload(school, 'avatar', await school.admin())
    await expect(add('hotspot', sampleQuestion('hotspot', avatar))).rejects.toMatchObject({
      errors: [{ path: 'body.image_id', code: 'upload_unknown' }],
    })
    const long = Array.from({ length: 30 }, (_, at) => ({ id: `option${at}`, text: 'ቃ'.repeat(5_000) }))
    await expect(add('single_choice', { body: { ...body, options: long } })).rejects.toMatchObject({
      errors: [{ path: 'body', code: 'too_long' }],
    })
  })

  test('contains clean texts, and only files that it may show', async () => {
    const { add, image_id, school, admin } = await createTestBank()
    const avatar = await insertTestUpload(school, 'avatar', admin)
    const image = (id: string) =>
      `<figure data-block="image"><img src="/media/private/${id}?sig=1" alt="" /></figure>`
    const { body, key } = sampleQuestion('single_choice')
    body.text = `<p onclick="x()">Look</p><script>alert(1)</script>${image(image_id)}${image(avatar)}`
    body.options[0]!.text = '<img src="x" onerror="x()"><span data-block="formula">x^2</span>'
    key.option_feedback.optbbb = `<iframe src="https://evil.test"></iframe>${image(image_id)}`
    const created = await add('single_choice', { body, key })
    const text = JSON.stringify([created.body, created.key])
    for (const bad of ['onclick', 'onerror', 'script', 'iframe', avatar]) expect(text).not.toContain(bad)
    expect(text).toContain(`/media/private/${image_id}/file?`)
    expect(text).toContain('data-block=\\"formula\\"')
    const files = await school.transact(({ tx, school_id }) =>
      tx.selectFrom('question_files').where('school_id', '=', school_id).select('upload_id').execute(),
    )
    expect(files).toEqual([{ upload_id: image_id }])
  })

  test('gets a version for a changed body, and a revision for a changed key alone', async () => {
    const { admin, bank_id, add } = await createTestBank()
    const { id, body, key, updated_at } = await add('single_choice')
    const save = (change: object) => admin.api(contract.updateQuestion, { bank_id, id, ...change })
    expect(await save({ body, key, tags: ['a', 'A ', ' b'] })).toMatchObject({
      version: 1,
      key_revision: 1,
      tags: ['a', 'b'],
    })
    await expect(save({ name: 'x', updated_at: String(updated_at) })).rejects.toMatchObject({
      code: 'edit_conflict',
      body: { changed_by: admin.name },
    })
    const corrected = await save({ key: { ...key, fractions: { optccc: 1 } } })
    expect(corrected).toMatchObject({ version: 1, key_revision: 2, key: { fractions: { optccc: 1 } } })
    const changed = await save({ body: { ...body, text: '<p>New</p>' } })
    expect(changed).toMatchObject({ version: 2, key_revision: 1, key: { fractions: { optccc: 1 } } })
    await expect(save({ body: sampleQuestion('essay').body })).rejects.toMatchObject({
      errors: [{ path: 'key.type', code: 'type_mismatch' }],
    })
    const { data } = await admin.api(contract.listQuestionVersions, { bank_id, id })
    expect(data).toMatchObject([
      { number: 2, key_revision: 1, created_by_name: admin.name },
      { number: 1, key_revision: 2, created_by_name: admin.name },
    ])
    expect(await admin.api(contract.getQuestionVersion, { bank_id, id, number: 1 })).toMatchObject({
      body,
      key: { fractions: { optccc: 1 } },
    })
    const { data: uses } = await admin.api(contract.listQuestionUses, { bank_id, id })
    expect(uses).toEqual([])
  })

  test('is copied with its files, moved, and deleted', async () => {
    const { admin, bank_id, add } = await createTestBank()
    const { id, ...source } = await add('hotspot', { tags: ['Body'] })
    const other = await admin.api(contract.createQuestionBank, { name: 'Other' })
    const copy = await admin.api(contract.duplicateQuestion, {
      bank_id,
      id,
      target_bank_id: other.id,
      name: 'Copy',
    })
    expect(copy).toMatchObject({ bank_id: other.id, name: 'Copy', tags: ['Body'], version: 1 })
    const read = await admin.api(contract.getQuestion, { bank_id: other.id, id: copy.id })
    expect(read).toMatchObject({ body: source.body, key: source.key })
    const inOther = { bank_id: other.id, id: copy.id }
    expect(await admin.api(contract.deleteQuestion, inOther)).toEqual({ ok: true })
    await expect(admin.api(contract.getQuestion, inOther)).rejects.toMatchObject({ status: 404 })
    const { question_count } = await admin.api(contract.getQuestionBank, { bank_id: other.id })
    expect(question_count).toBe(0)
  })
})

describe('the list', () => {
  test('filters by type, tag, difficulty and words, and pages in both orders', async () => {
    const { admin, bank_id, add } = await createTestBank()
    await add('single_choice', { name: 'Capital', tags: ['Géographie', 'Term 1'], difficulty: 1 })
    await add('essay', { name: 'Ọjà market', tags: ['Term 1'], difficulty: 3 })
    await add('number', { name: 'Pitch', tags: [], difficulty: 3 })
    const names = async (of: object) => {
      const { data, next_cursor } = await admin.api(contract.listQuestions, { bank_id, ...of })
      return next_cursor ? [...data.map(({ name }) => name), next_cursor] : data.map(({ name }) => name)
    }
    expect(await names({})).toEqual(['Pitch', 'Ọjà market', 'Capital'])
    expect(await names({ sort: 'name' })).toEqual(['Capital', 'Pitch', 'Ọjà market'])
    expect(await names({ type: 'essay' })).toEqual(['Ọjà market'])
    expect(await names({ tag: 'Term 1' })).toEqual(['Ọjà market', 'Capital'])
    expect(await names({ difficulty: 3, tag: 'Term 1' })).toEqual(['Ọjà market'])
    expect(await names({ q: 'oja' })).toEqual(['Ọjà market'])
    expect(await names({ q: 'LAGO' }), 'words of options').toEqual(['Capital'])
    expect(await names({ q: 'geographie' }), 'tags').toEqual(['Capital'])
    expect(await names({ q: '1991' }), 'never words of the key').toEqual([])
    expect(await names({ q: '?!' })).toEqual([])
    for (const sort of ['updated_at', 'name']) {
      const all = await names({ sort })
      const [first, cursor] = await names({ sort, limit: 1 })
      expect([first, ...(await names({ sort, cursor }))]).toEqual(all)
    }
    expect((await admin.api(contract.listQuestionTags, { bank_id })).data).toEqual([
      { tag: 'Term 1', question_count: 2 },
      { tag: 'Géographie', question_count: 1 },
    ])
  })

  test('changes, moves and deletes several questions at once', async () => {
    const { admin, bank_id, add } = await createTestBank()
    const questions = [await add('essay', { tags: ['Old', 'Stay'] }), await add('number', { difficulty: 4 })]
    const question_ids = [...questions.map(({ id }) => id), newId()]
    const other = await admin.api(contract.createQuestionBank, { name: 'Other' })
    const change = { add_tags: ['New'], remove_tags: ['old'], difficulty: 2, target_bank_id: other.id }
    expect(await admin.api(contract.updateQuestions, { bank_id, question_ids, ...change })).toEqual({
      updated_count: 2,
    })
    const { data } = await admin.api(contract.listQuestions, { bank_id: other.id, sort: 'name', q: 'new' })
    expect(data).toMatchObject([
      { type: 'essay', tags: ['Stay', 'New'], difficulty: 2 },
      { type: 'number', tags: ['New'], difficulty: 2 },
    ])
    const counts = async () =>
      (await admin.api(contract.listQuestionBanks, {})).data.map((bank) => [bank.name, bank.question_count])
    expect(new Map((await counts()) as [string, number][])).toEqual(
      new Map([
        ['Other', 2],
        ['Science', 0],
      ]),
    )
    const deleted = await admin.api(contract.deleteQuestions, { bank_id: other.id, question_ids })
    expect(deleted).toEqual({ deleted_count: 2 })
    expect((await admin.api(contract.listQuestions, { bank_id: other.id })).data).toEqual([])
  })
})
