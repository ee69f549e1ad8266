import { expect, test } from 'vitest'
import { createTestBank } from '#testing/builders/questions/question-builder.ts'
import * as contract from './contract.ts'
import { maxBanks, maxQuestions } from './policy.ts'

test('questions are copied together, with the last key and their files', async () => {
  const { admin, bank_id, add } = await createTestBank()
  const hotspot = await add('hotspot', { tags: ['Body'] })
  const corrected = await add('true_false', { name: 'Boiling' })
  const key = { ...corrected.key, correct: false }
  await admin.api(contract.updateQuestion, { bank_id, id: corrected.id, key: key as never })
  const other = await admin.api(contract.createQuestionBank, { name: 'Other' })
  const question_ids = [hotspot.id, corrected.id, other.id]
  const copied = { bank_id, question_ids, target_bank_id: other.id }
  expect(await admin.api(contract.copyQuestions, copied)).toEqual({ copied_count: 2 })
  const { data } = await admin.api(contract.listQuestions, { bank_id: other.id, sort: 'name' })
  expect(data).toHaveLength(2)
  const read = (id: string) => admin.api(contract.getQuestion, { bank_id: other.id, id })
  const boiling = data.find(({ name }) => name === 'Boiling')!
  expect(await read(boiling.id)).toMatchObject({ version: 1, key_revision: 1, body: corrected.body, key })
  const image = await read(data.find(({ type }) => type === 'hotspot')!.id)
  expect(image).toMatchObject({ tags: ['Body'], body: hotspot.body })
  expect(image.files.map(({ upload_id }) => upload_id)).toEqual(
    hotspot.files.map(({ upload_id }) => upload_id),
  )
  expect(await admin.api(contract.getQuestionBank, { bank_id: other.id })).toMatchObject({
    question_count: 2,
  })
  expect((await admin.api(contract.listQuestions, { bank_id: other.id, q: 'boiling' })).data).toHaveLength(1)
})

test('a bank is copied with its questions, and both are found by name', async () => {
  const { admin, bank_id, add } = await createTestBank()
  await add('essay')
  const copy = await admin.api(contract.duplicateQuestionBank, { bank_id, name: 'Ọmọ 100 %' })
  expect(copy).toMatchObject({ name: 'Ọmọ 100 %', question_count: 1 })
  const named = async (q: string) =>
    (await admin.api(contract.listQuestionBanks, { q })).data.map(({ name }) => name)
  expect(await named('omo %')).toEqual(['Ọmọ 100 %'])
  expect(await named('SCI')).toEqual(['Science'])
  expect(await named('_')).toEqual([])
  expect(await admin.api(contract.duplicateQuestionBank, { bank_id })).toMatchObject({ name: 'Science' })
})

test('copies respect the limits of banks', async () => {
  const { school, admin, bank_id, add } = await createTestBank()
  const { id } = await add('true_false')
  await school.transact(({ tx, school_id }) =>
    tx
      .updateTable('question_banks')
      .set({ question_count: maxQuestions })
      .where('school_id', '=', school_id)
      .execute(),
  )
  const full = { code: 'question_bank_full' }
  await expect(admin.api(contract.copyQuestions, { bank_id, question_ids: [id] })).rejects.toMatchObject(full)
  await school.transact(({ tx, school_id }) =>
    tx
      .insertInto('question_banks')
      .values(
        Array.from({ length: maxBanks - 1 }, () => ({
          school_id,
          id: crypto.randomUUID(),
          name: 'x',
        })) as never,
      )
      .execute(),
  )
  await expect(admin.api(contract.duplicateQuestionBank, { bank_id })).rejects.toMatchObject({
    code: 'too_many_question_banks',
  })
})
