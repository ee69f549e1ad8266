import { expect, test } from 'vitest'
import { listMySchools, loginStudent, updateUser } from '#accounts/contract.ts'
import { listClosings, undoClosing } from '#console/contract.ts'
import { saveProgress } from '#learning/contract.ts'
import { exportMyDataAnew } from '#data-privacy/contract.ts'
import { acceptOffer, handOverSchool } from '#ownership/contract.ts'
import { PLATFORM_ID } from '#tenancy/context/request-context.ts'
import { queuedJobs, runJob } from '#testing/builders/queue.ts'
import { aCourseToLearn } from '#testing/builders/learning-builder.ts'
import {
  actionsOf,
  aCoOwner,
  anOwnedSchool,
  daysLater,
  enteredBy,
  mailedToken,
  mailsOf,
  theDatabase,
  thePlatform,
} from '#testing/builders/owner-builder.ts'
import { anAccount, aPlatformAccount, aVisitor, testPassword } from '#testing/builders/school-builder.ts'
import * as contract from './contract.ts'
import { tending } from './jobs.ts'

type Story = Awaited<ReturnType<typeof anOwnedSchool>>
const proof = { password: testPassword }
const dayMs = 86_400_000

const close = ({ account, school }: Pick<Story, 'account' | 'school'>, more: object = {}) =>
  account.api(contract.closeSchool, {
    school_id: school.school_id,
    school_url: school.school_url,
    ...proof,
    ...more,
  })

const keep = ({ account, school }: Pick<Story, 'account' | 'school'>) =>
  account.api(contract.keepSchool, { school_id: school.school_id })

test('a school is closed by its owner, who types its address and shows who it is', async () => {
  const story = await anOwnedSchool()
  const { school, account } = story
  const stranger = await anAccount()
  await expect(close({ account: stranger, school })).rejects.toMatchObject({ code: 'not_found' })
  await expect(close({ account: (await aVisitor()) as never, school })).rejects.toMatchObject({ status: 401 })
  await expect(close(story, { school_url: 'another-one' })).rejects.toMatchObject({ code: 'address_differs' })
  await expect(close(story, { password: 'not the one' })).rejects.toMatchObject({
    code: 'current_password_wrong',
  })
  const db = await theDatabase()
  const factor = (totp_confirmed_at: Date | null) =>
    db.updateTable('accounts').set({ totp_confirmed_at }).where('id', '=', account.id).execute()
  await factor(new Date())
  await expect(close(story)).rejects.toMatchObject({ code: 'second_factor_required' })
  await expect(close(story, { code: '123456' })).rejects.toMatchObject({ code: 'code_wrong' })
  await factor(null)
  await expect(keep(story)).rejects.toMatchObject({ code: 'closing_not_planned' })
  const asked = { school_id: school.school_id }
  await expect(account.api(contract.askForSchoolArchive, asked)).rejects.toMatchObject({
    code: 'closing_not_planned',
  })
  const both = await Promise.allSettled([close(story, { reason: 'Enough.' }), close(story)])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'closing_already' },
  })
  const { closing } = await account.api(contract.showClosing, asked)
  const listed = await account.api(listMySchools, {})
  expect(listed.data).toMatchObject([{ closes_at: closing!.erase_at }])
  const days = (new Date(closing!.erase_at).getTime() - Date.now()) / dayMs
  expect(Math.round(days)).toBe(30)
})

test('while it closes people read and take their data along, and nobody writes', async () => {
  const story = await anOwnedSchool()
  const { school } = story
  const { student, content } = await aCourseToLearn(school)
  const refused = { status: 403, code: 'school_closing' }
  await close(story)
  await expect
    .poll(() => student.api(updateUser, { bio: 'New' }).catch(({ code }) => String(code)))
    .toBe('school_closing')
  await expect(student.api(saveProgress, { content_id: content.id, opened: true })).rejects.toMatchObject(
    refused,
  )
  await student.api(exportMyDataAnew, {})
  const { user } = await school
    .visitor()
    .api(loginStudent, { user_code: student.email, password: testPassword, school_id: school.school_id })
  expect(user.id).toBe(student.id)
  const headers = await enteredBy(school, story.account)
  await expect(school.visitor().api(updateUser, { bio: 'x' }, headers)).rejects.toMatchObject(refused)
  const upload = await school.visitor().request({
    method: 'GET',
    url: '/api/gen/get_aws_key_upload?file_name=a.pdf&content_type=application%2Fpdf&size=9&purpose=course_file',
    headers,
  })
  expect(upload.json.code).toBe('school_closing')

  await keep(story)
  await expect.poll(() => student.api(updateUser, { bio: 'New' }).then(({ bio }) => bio, String)).toBe('New')
  expect(await actionsOf(school)).toEqual(
    expect.arrayContaining(['school.closing_begun', 'school.closing_undone']),
  )
})

test('the console shows what is closing and takes it back, with a reason', async () => {
  const story = await anOwnedSchool()
  const { school_id } = story.school
  await close(story, { reason: 'Moving on' })
  const privileged = await aPlatformAccount('privileged')
  const all = []
  for (let cursor: string | undefined; ;) {
    const page = await privileged.api(listClosings, { limit: 100, ...(cursor && { cursor }) })
    all.push(...page.data)
    if (!page.next_cursor) break
    cursor = page.next_cursor
  }
  expect(all.find((row) => row.school_id === school_id)).toMatchObject({
    reason: 'Moving on',
    erasing_at: null,
  })
  await privileged.api(undoClosing, { school_id, reason: 'The owner wrote to us.' })
  await expect(privileged.api(undoClosing, { school_id, reason: 'Again.' })).rejects.toMatchObject({
    code: 'closing_not_planned',
  })
  expect((await story.account.api(contract.showClosing, { school_id })).closing).toBeNull()
  expect((await mailsOf(story.school)).map(({ kind }) => kind)).toEqual(['closing_begun', 'closing_undone'])
})

test('any owner takes it back; what was offered is withdrawn; the school cannot change hands', async () => {
  const story = await anOwnedSchool()
  const { school, account } = story
  const co = await aCoOwner(school)
  const to = await anAccount()
  const offer = { school_id: school.school_id, email: to.email, old_owner: 'leaves' as const, ...proof }
  await account.api(handOverSchool, offer)
  const token = await mailedToken(school, to.email)
  await close({ account: co.account, school })
  await expect(to.api(acceptOffer, { token })).rejects.toMatchObject({ code: 'offer_invalid' })
  await expect(account.api(handOverSchool, offer)).rejects.toMatchObject({ code: 'school_closing' })
  await keep(story)
  await account.api(handOverSchool, offer)
})

test('owners hear of it at the beginning, a week and a day before, each once', async () => {
  const story = await anOwnedSchool()
  const { school, account } = story
  const co = await aCoOwner(school)
  const admin = await school.admin()
  await close(story)
  const platform = await thePlatform()
  const tend = () => Promise.allSettled([1, 2].map(() => runJob(platform, tending, {})))
  await tend()
  await daysLater(school, 24)
  await tend()
  await daysLater(school, 5.5)
  await tend()
  await tend()
  const mails = await mailsOf(school)
  for (const email of [account.email, co.account.email, admin.email])
    expect(mails.filter(({ recipient }) => recipient === email).map(({ kind }) => kind)).toEqual([
      'closing_begun',
      'closing_week',
      'closing_day',
    ])
  await daysLater(school, 1)
  await tend()
  const [job] = await queuedJobs(PLATFORM_ID, `erase-school/${school.school_id}`)
  expect(job).toMatchObject({ task: 'eraseClosedSchool' })
  await expect(keep(story)).rejects.toMatchObject({ code: 'closing_not_planned' })
})
