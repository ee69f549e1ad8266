import { listAffiliates } from '#affiliates/contract.ts'
import {
  createAssessment,
  getAssessmentOverview,
  holdAttempt,
  listAssessments,
  publishAssessment,
  saveAnswers,
  startAttempt,
  submitAttempt,
} from '#assessments/contract.ts'
import {
  createSchoolCertificate,
  createStudentCertificate,
  listSchoolCertificates,
} from '#certificates/contract.ts'
import { getCourseContents } from '#courses/contract.ts'
import { listFaculties } from '#faculties/contract.ts'
import { listMyOrders, listOrders } from '#payments/contract.ts'
import { createQuestion, createQuestionBank, listQuestionBanks, listQuestions } from '#questions/contract.ts'
import { createTestClient } from '#testing/builders/test-client.ts'
import { questionSamples } from '#ui/dev/question-samples.ts'
import { createWebhook, listWebhooks } from '#webhooks/contract.ts'
import type { Product } from './product.ts'
import { call, logIn, school, type StoredSession } from './site-map.ts'

export interface PageIds {
  school_id: string
  course_id: string
  student_id: string
  /** A lesson of the course that visitors may open. */
  free_lesson_id: string
  /** An order, and one of the student who logs in; null without. */
  order_id: string | null
  own_order_id: string | null
  affiliate_id: string | null
  webhook_id: string | null
  faculty_id: string | null
  /** A question bank with a question. */
  bank_id: string | null
  question_id: string | null
  /** A quiz of the course, and an attempt of the student that waits for a mark. */
  assessment_id: string | null
  attempt_id: string | null
  /** A certificate template, from which the student has a certificate. */
  template_id: string | null
  /** Lessons of the course by what the player shows. */
  video_id: string | null
  audio_id: string | null
  closed_id: string | null
}

/** Ids of the demo school that addresses of pages need. */
export async function loadPageIds(product: Product): Promise<PageIds> {
  const auth = '/api/schools/auth/api/v1'
  const details = await call(product, school, { url: `${auth}/school-details-from-url/${school}` })
  const school_id = String(details.school_id)
  const listed = await call(product, school, { url: `${auth}/all-courses/${school_id}` })
  const data = listed.data as { id: string; course_name: string }[]
  const student = await logIn(product, 'student')
  const course_id = data.find((course) => course.course_name === 'Python from zero')!.id
  const course = await call(product, school, { url: `/api/courses/v2/course-details/${course_id}` })
  const lessons = course.lessons as { contents: { id: string; is_free_preview: boolean }[] }[]
  const free = lessons.flatMap(({ contents }) => contents).find((content) => content.is_free_preview)
  const student_id = (student!.user_details as { id: string }).id
  const detailed = await idsOfDetails(product, { student: student!, student_id, course_id })
  return { school_id, course_id, student_id, free_lesson_id: free!.id, ...detailed }
}

/** Ids that only the student or an administrator may read. */
async function idsOfDetails(
  product: Product,
  { student, student_id, course_id }: { student: StoredSession; student_id: string; course_id: string },
) {
  const host = `${school}.localhost`
  const learner = createTestClient(product.app, host, student.user_token)
  const owner = await logIn(product, 'account_user')
  const admin = createTestClient(product.app, host, owner!.user_token)
  const { lessons } = await learner.api(getCourseContents, { id: course_id })
  const contents = lessons.flatMap((lesson) => lesson.contents)
  const idOf = (rows: readonly { id: string }[]) => rows[0]?.id ?? null
  const questions = await idsOfQuestions(admin)
  const webhooks = await admin.api(listWebhooks, {})
  const webhook = webhooks.data[0] ?? (await admin.api(createWebhook, demoWebhook)).webhook
  return {
    ...questions,
    ...(await idsOfAssessment({ admin, learner }, { course_id, bank_id: questions.bank_id })),
    template_id: await idOfTemplate(admin, { student_id, course_id }),
    order_id: idOf((await admin.api(listOrders, {})).data),
    own_order_id: idOf((await learner.api(listMyOrders, {})).data),
    affiliate_id: idOf((await admin.api(listAffiliates, {})).data),
    webhook_id: webhook.id,
    faculty_id: idOf((await admin.api(listFaculties, {})).data),
    video_id: idOf(contents.filter(({ type, lock_reason }) => type === 'video' && lock_reason === null)),
    audio_id: idOf(contents.filter(({ type, lock_reason }) => type === 'audio' && lock_reason === null)),
    closed_id: idOf(contents.filter(({ lock_reason }) => lock_reason !== null)),
  }
}

type Staff = ReturnType<typeof createTestClient>

/** The questions of the demo, which are created for the first page. */
async function idsOfQuestions(admin: Staff) {
  const listed = (await admin.api(listQuestionBanks, {})).data[0]
  const bank = listed ?? (await admin.api(createQuestionBank, { name: 'Python basics' }))
  const bank_id = bank.id
  for (const { body, key } of listed ? [] : questionSamples.filter(({ body }) => !('image_id' in body)))
    await admin.api(createQuestion, { bank_id, body, key, tags: ['Term 1'], difficulty: 2 })
  const questions = await admin.api(listQuestions, { bank_id })
  return { bank_id, question_id: questions.data[0]!.id }
}

/** The quiz of the course, which is created for the first page, and submitted by the student. */
async function idsOfAssessment(
  { admin, learner }: { admin: Staff; learner: Staff },
  { course_id, bank_id }: { course_id: string; bank_id: string },
) {
  const listed = (await admin.api(listAssessments, { course_id })).data[0]
  if (listed) {
    const { attempts } = await learner.api(getAssessmentOverview, { id: listed.id, course_id })
    return { assessment_id: listed.id, attempt_id: attempts[0]!.id }
  }
  const { data } = await admin.api(listQuestions, { bank_id, limit: 100 })
  const chosen = data.filter(({ type }) => type === 'essay' || type === 'single_choice').slice(0, 4)
  const items = chosen.map(({ id }) => ({ question_id: id, draw: null, points: 2 }))
  const sections = [{ name: '', instructions: '', items }]
  const quiz = { kind: 'quiz' as const, name: 'Loops and lists', sections }
  const school_quiz = await admin.api(createAssessment, { ...quiz, name: 'Entrance test' })
  await admin.api(publishAssessment, { id: school_quiz.id })
  const { id: assessment_id } = await admin.api(createAssessment, { ...quiz, course_id })
  await admin.api(publishAssessment, { id: assessment_id })
  const { id, slots } = await learner.api(startAttempt, { id: assessment_id, course_id })
  const { holder } = await learner.api(holdAttempt, { id })
  const essay = slots.find(({ body }) => body.type === 'essay')!.slot
  const answer = { type: 'essay' as const, text: '<p>A loop repeats its body.</p>' }
  const saves = [{ slot: essay, seq: 1, answer, given_at: new Date().toISOString() }]
  await learner.api(saveAnswers, { id, holder, saves })
  await learner.api(submitAttempt, { id, holder })
  return { assessment_id, attempt_id: id }
}

/** The certificate template of the demo, which is created for the first page with a certificate of the student. */
async function idOfTemplate(admin: Staff, holder: { student_id: string; course_id: string }) {
  const listed = (await admin.api(listSchoolCertificates, {})).data[0]
  if (listed) return listed.id
  const { id } = await admin.api(createSchoolCertificate, { name: 'Python diploma', cert_index: 1 })
  await admin.api(createStudentCertificate, { ...holder, certificate_id: id })
  return id
}

/** Never called: the demo does not change while its pages are read. */
const demoWebhook = { url: 'https://hooks.example.com/lyceum', event_types: ['enrolment.approved' as const] }
