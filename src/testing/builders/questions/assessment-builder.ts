import {
  createAssessment,
  publishAssessment,
  updateAssessment,
  type AssessmentKind,
  type AssessmentSettings,
} from '#assessments/contract.ts'
import type { QuestionType } from '#lib/questions/index.ts'
import { createTestBank } from './question-builder.ts'

interface TestAssessment {
  types?: readonly QuestionType[]
  kind?: AssessmentKind
  settings?: Partial<AssessmentSettings>
  of?: 'course' | 'school'
}

/** A published assessment of a course, with fixed questions of these types, 2 points each. */
export async function createTestAssessment({
  types = ['single_choice', 'number'],
  kind = 'quiz',
  settings = {},
  of = 'course',
}: TestAssessment = {}) {
  const bank = await createTestBank()
  const { school, admin, add } = bank
  const course = of === 'course' ? await school.course() : null
  const questions = []
  for (const type of types) questions.push(await add(type))
  const items = questions.map(({ id }) => ({ question_id: id, draw: null, points: 2 }))
  const created = await admin.api(createAssessment, {
    kind,
    name: 'Test of the week',
    course_id: course?.id ?? null,
    settings,
    sections: [{ name: '', instructions: '', items }],
  })
  const assessment = await admin.api(publishAssessment, { id: created.id })
  const id = assessment.id
  return {
    ...bank,
    course,
    questions,
    assessment,
    id,
    /** Changes settings and publishes them. */
    async change(changed: Partial<AssessmentSettings>) {
      await admin.api(updateAssessment, { id, settings: changed })
      return admin.api(publishAssessment, { id })
    },
    /** A student who may take the assessment. */
    async student() {
      const person = await school.student()
      if (course) await school.enrol(person, course)
      return person
    },
  }
}
