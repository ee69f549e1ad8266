import { expect, test } from 'vitest'
import { updateCourse } from '#courses/contract.ts'
import { listNotificationsOf } from '#testing/builders/learning-builder.ts'
import { listQueuedJobs, runJob } from '#testing/builders/queue.ts'
import { createTestSchool, type TestSchool } from '#testing/builders/school-builder.ts'
import * as contract from './contract.ts'
import { jobs } from './jobs.ts'

const [tell] = jobs
const soon = { is_coming_soon: true }

const mails = (school: TestSchool) =>
  school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('mail_outbox')
      .where('school_id', '=', school_id)
      .orderBy('recipient')
      .select(['recipient', 'kind', 'text', 'subject'])
      .execute(),
  )

test('notifies visitors and students once when the course has opened', async () => {
  const school = await createTestSchool()
  const [admin, student, course] = [await school.admin(), await school.student(), await school.course(soon)]
  const visitor = school.visitor()
  const input = { course_id: course.id }
  await expect(visitor.api(contract.subscribeToOpening, input)).rejects.toMatchObject({
    code: 'email_required',
  })
  for (const email of ['Ada@example.test', ' ada@EXAMPLE.test'.trim(), 'zoe@example.test'])
    expect(await visitor.api(contract.subscribeToOpening, { ...input, email })).toEqual({ ok: true })
  for (let time = 0; time < 3; time++) await student.api(contract.subscribeToOpening, input)
  expect(await student.api(contract.getMyInterest, input)).toEqual({ is_subscribed: true })
  expect(await admin.api(contract.countInterest, input)).toEqual({ subscriber_count: 3 })

  await runJob(school, tell!, input)
  expect(await mails(school)).toEqual([])
  await admin.api(updateCourse, { id: course.id, is_coming_soon: false })
  const [waiting] = await listQueuedJobs(school.school_id, `opening/${course.id}`)
  expect(waiting?.task).toBe('notifyOpening')
  expect(waiting!.run_at.getTime()).toBeGreaterThan(Date.now() + 100_000)
  for (let time = 0; time < 2; time++) await runJob(school, tell!, input)

  const written = await mails(school)
  expect(written.map(({ recipient }) => recipient)).toEqual([
    'ada@example.test',
    student.email,
    'zoe@example.test',
  ])
  expect(written[0]!.subject).toBe(`“${course.course_name}” is now open`)
  expect(written[0]!.text).toContain(`/?selected_course_id=${course.id}`)
  expect((await listNotificationsOf(school, student.id)).notifications).toMatchObject([
    { kind: 'opening_of_course' },
  ])
  expect(await admin.api(contract.countInterest, input)).toEqual({ subscriber_count: 0 })
  expect(await student.api(contract.getMyInterest, input)).toEqual({ is_subscribed: false })
})

test('notifies nobody if the switch was changed back at once', async () => {
  const school = await createTestSchool()
  const [admin, course] = [await school.admin(), await school.course(soon)]
  await school.visitor().api(contract.subscribeToOpening, { course_id: course.id, email: 'a@example.test' })
  await admin.api(updateCourse, { id: course.id, is_coming_soon: false })
  await admin.api(updateCourse, { id: course.id, is_coming_soon: true })
  await runJob(school, tell!, { course_id: course.id })
  expect(await mails(school)).toEqual([])
})

test('continues with further runs for many subscribers', async () => {
  const school = await createTestSchool()
  const course = await school.course()
  await school.transact(async ({ tx, school_id }) => {
    const rows = Array.from({ length: 203 }, (_, index) => ({
      school_id,
      id: crypto.randomUUID(),
      course_id: course.id,
      email: `${index}@many.test`,
      language: 'fr',
    }))
    await tx.insertInto('opening_subscriptions').values(rows).execute()
  })
  await runJob(school, tell!, { course_id: course.id })
  expect(await listQueuedJobs(school.school_id, `opening/${course.id}/rest`)).toHaveLength(1)
  await runJob(school, tell!, { course_id: course.id })
  const written = await mails(school)
  expect(new Set(written.map(({ recipient }) => recipient)).size).toBe(203)
  expect(written).toHaveLength(203)
  expect(written[0]!.subject).toContain('est maintenant ouvert')
})

test('unsubscribes an address by the link in a mail, repeatedly', async () => {
  const school = await createTestSchool()
  const [admin, course] = [await school.admin(), await school.course(soon)]
  const input = { course_id: course.id }
  await school.visitor().api(contract.subscribeToOpening, { ...input, email: 'a@example.test' })
  await admin.api(updateCourse, { id: course.id, is_coming_soon: false })
  await runJob(school, tell!, input)
  const [mail] = await mails(school)
  const [, interest_id, signature] = /interest=([\w-]+)&signature=([\w-]+)/.exec(mail!.text)!
  await admin.api(updateCourse, { id: course.id, is_coming_soon: true })
  await school.visitor().api(contract.subscribeToOpening, { ...input, email: 'a@example.test' })
  expect(await admin.api(contract.countInterest, input)).toEqual({ subscriber_count: 1 })
  const stop = { interest_id: interest_id!, signature: signature! }
  for (const invalid of [
    { ...stop, signature: 'x' },
    { ...stop, interest_id: course.id },
  ])
    await expect(school.visitor().api(contract.unsubscribeFromOpening, invalid)).rejects.toMatchObject({
      code: 'link_invalid',
    })
  await expect(
    (await createTestSchool()).visitor().api(contract.unsubscribeFromOpening, stop),
  ).rejects.toMatchObject({
    code: 'link_invalid',
  })
  for (let time = 0; time < 2; time++) await school.visitor().api(contract.unsubscribeFromOpening, stop)
  expect(await admin.api(contract.countInterest, input)).toEqual({ subscriber_count: 0 })
})

test('accepts subscriptions for unopened public courses only, with a limit per address', async () => {
  const school = await createTestSchool()
  const visitor = school.visitor()
  const ask = (course: { id: string }, email = 'a@example.test') =>
    visitor.api(contract.subscribeToOpening, { course_id: course.id, email })
  await expect(ask(await school.course())).rejects.toMatchObject({ code: 'course_is_open' })
  const course = await school.course({ ...soon, course_is_public: false })
  await expect(ask(course)).rejects.toMatchObject({ code: 'not_found' })
  await expect(ask(await school.course(soon), 'not an address')).rejects.toMatchObject({
    code: 'invalid_input',
  })
  const open = await school.course(soon)
  const answers = await Promise.allSettled(
    Array.from({ length: 25 }, (_, index) => ask(open, `${index}@example.test`)),
  )
  const refused = answers.filter((answer) => answer.status === 'rejected')
  expect(refused.length).toBeGreaterThanOrEqual(5)
  const anonymous = await school.teacher()
  await expect(anonymous.api(contract.countInterest, { course_id: open.id })).rejects.toMatchObject({
    code: 'not_your_course',
  })
})
