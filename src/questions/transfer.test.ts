import { describe, expect, test } from 'vitest'
import { questionTypes } from '#lib/questions/index.ts'
import { newId } from '#platform/security/tokens.ts'
import { createTestBank } from '#testing/builders/questions/question-builder.ts'
import { sampleQuestion } from '#testing/builders/questions/question-samples.ts'
import * as contract from './contract.ts'
import { maxQuestions } from './policy.ts'

describe('createQuestions and exportQuestions', () => {
  test('copy a bank of every type to another one', async () => {
    const { admin, bank_id, image_id } = await createTestBank()
    const questions = questionTypes.map((type, at) => ({
      ...sampleQuestion(type, image_id),
      name: at === 0 ? '' : ` ${type} `,
      tags: ['b', 'a', 'a'],
      difficulty: at === 0 ? null : 3,
    }))
    const reply = await admin.api(contract.createQuestions, { bank_id, questions })
    expect(reply).toEqual({ created_count: questions.length })
    const first = await admin.api(contract.exportQuestions, { bank_id, limit: 15 })
    expect(first.data).toHaveLength(15)
    const rest = await admin.api(contract.exportQuestions, { bank_id, cursor: first.next_cursor! })
    expect(rest.next_cursor).toBeNull()
    const exported = [...first.data, ...rest.data]
    expect(exported.map(({ body }) => body.type)).toEqual(questionTypes)
    expect(exported[1]).toMatchObject({ name: questionTypes[1], difficulty: 3, key: questions[1]!.key })
    expect(exported[0]!.tags).toHaveLength(2)
    // Links to the images, which a package of questions contains.
    expect(
      exported.flatMap(({ body, files }) => files.map(({ upload_id }) => [body.type, upload_id])),
    ).toEqual([
      ['hotspot', image_id],
      ['labelling', image_id],
    ])

    const other = await admin.api(contract.createQuestionBank, { name: 'Copy' })
    await admin.api(contract.createQuestions, {
      bank_id: other.id,
      questions: exported.map(({ files: _links, ...question }) => question),
    })
    const copied = await admin.api(contract.exportQuestions, { bank_id: other.id, limit: 50 })
    // Links to files differ by their signature.
    const withoutQueries = (data: unknown) => JSON.stringify(data).replace(/\?[^"\\]*/g, '')
    expect(withoutQueries(copied.data)).toBe(withoutQueries(exported))
    expect((await admin.api(contract.getQuestionBank, { bank_id: other.id })).question_count).toBe(
      questionTypes.length,
    )
  })

  test('create nothing if one question is invalid', async () => {
    const { admin, bank_id } = await createTestBank()
    const invalid = sampleQuestion('true_false')
    invalid.body.text = ' '
    const questions = [sampleQuestion('essay'), invalid]
    await expect(admin.api(contract.createQuestions, { bank_id, questions })).rejects.toMatchObject({
      code: 'invalid_input',
      errors: [expect.objectContaining({ path: 'questions.1.body.text', code: 'text_missing' })],
    })
    expect((await admin.api(contract.exportQuestions, { bank_id })).data).toEqual([])
  })

  test('sanitise each text', async () => {
    const { admin, bank_id } = await createTestBank()
    const question = sampleQuestion('true_false')
    question.body.text = '<p onclick="x()">Is <script>alert(1)</script>it?</p>'
    await admin.api(contract.createQuestions, { bank_id, questions: [question] })
    const { data } = await admin.api(contract.exportQuestions, { bank_id })
    expect(data[0]!.body.text).toBe('<p>Is it?</p>')
  })

  test('are refused for the bank of another teacher’s course, and beyond the limit', async () => {
    const { school, admin, teacher, bank_id } = await createTestBank()
    const course = await school.course({ course_teacher_id: (await school.teacher()).id })
    const own = await admin.api(contract.createQuestionBank, { name: 'Own', course_id: course.id })
    const questions = [sampleQuestion('essay')]
    const refused = { code: 'not_your_course' }
    await expect(teacher.api(contract.createQuestions, { bank_id: own.id, questions })).rejects.toMatchObject(
      refused,
    )
    await expect(teacher.api(contract.exportQuestions, { bank_id: own.id })).rejects.toMatchObject(refused)
    await expect(teacher.api(contract.exportQuestions, { bank_id: newId() })).rejects.toMatchObject({
      status: 404,
    })
    await school.transact(({ tx, school_id }) =>
      tx
        .updateTable('question_banks')
        .set({ question_count: maxQuestions })
        .where('school_id', '=', school_id)
        .execute(),
    )
    await expect(admin.api(contract.createQuestions, { bank_id, questions })).rejects.toMatchObject({
      code: 'question_bank_full',
    })
  })
})
