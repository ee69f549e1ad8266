import { createQuestion, createQuestionBank } from '#questions/contract.ts'
import type { QuestionType } from '#lib/questions/index.ts'
import { sampleQuestion } from './question-samples.ts'
import { createTestSchool, type TestUser } from '../school-builder.ts'
import { insertTestUpload } from '../upload-builder.ts'

/** A question bank of a school, with its teacher and admin. */
export async function createTestBank({ course_id = null as string | null } = {}) {
  const school = await createTestSchool()
  const admin = await school.admin()
  const teacher = await school.teacher()
  const bank = await admin.api(createQuestionBank, { name: 'Science', course_id })
  const image_id = await insertTestUpload(school, 'lesson_image', admin)
  return {
    school,
    admin,
    teacher,
    bank,
    bank_id: bank.id,
    image_id,
    /** Adds a valid question of a type. */
    add: (type: QuestionType, settings: object = {}, author: TestUser = admin) =>
      author.api(createQuestion, { bank_id: bank.id, ...sampleQuestion(type, image_id), ...settings }),
  }
}
