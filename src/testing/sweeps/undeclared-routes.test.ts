import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiClient, revokeApiClient } from '#api-clients/contract.ts'
import { createStudentsFileLink } from '#learning/contract.ts'
import { endVisit, requestWriteAccess } from '#support/contract.ts'
import { completeUpload } from '#uploads/contract.ts'
import { createTestPdf } from '../builders/files.ts'
import { withRequestCostGuard } from '../builders/request-cost.ts'
import { anApiClient, asApiClient } from '../builders/api-clients.ts'
import { createTestSchool, resetClock, type TestClient, type TestSchool } from '../builders/school-builder.ts'
import {
  createTestClock,
  createSupportAccount,
  supportReason,
  type TestClock,
  type SupportAccount,
} from '../builders/support-builder.ts'

/** Routes outside of the endpoint list: uploads, resumable uploads, downloads, the file of students. */
let school: TestSchool
let helper: SupportAccount
let clock: TestClock
const bytes = createTestPdf()

beforeAll(async () => {
  school = await createTestSchool()
  clock = createTestClock()
  helper = await createSupportAccount(clock)
  await helper.enrol()
})
afterAll(() => {
  helper.dismiss()
  resetClock()
})

const visitor = () => withRequestCostGuard(school.visitor())

type Headers = Record<string, string>

const announcement = new URLSearchParams({
  file_name: 'a.pdf',
  content_type: 'application/pdf',
  size: String(bytes.length),
  purpose: 'course_file',
})

interface Announced {
  upload_id: string
  url: string
  headers: Headers
  parts_url: string
}

const announce = (caller: Pick<TestClient, 'request'>) =>
  withRequestCostGuard(caller).request({ method: 'GET', url: `/api/gen/get_aws_key_upload?${announcement}` })

async function send(method: 'PUT' | 'PATCH' | 'HEAD' | 'DELETE', url: string, headers: Headers = {}) {
  const { pathname, search } = new URL(url, 'http://any.test')
  const answer = await visitor().request({
    method,
    url: pathname + search,
    headers,
    withoutClient: true,
    ...((method === 'PUT' || method === 'PATCH') && { body: bytes }),
  })
  return [answer.status, answer.text ? (answer.json as { code: string }).code : null]
}

const part = {
  'tus-resumable': '1.0.0',
  'upload-offset': '0',
  'content-type': 'application/offset+octet-stream',
}
const get = async (url: string, headers: Headers = {}) => {
  const { pathname, search } = new URL(url, 'http://any.test')
  const answer = await visitor().request({ method: 'GET', url: pathname + search, headers })
  return [answer.status, answer.status === 200 ? null : answer.json.code]
}
const pairOf = (program: { headers: Headers }) => program.headers
const unknown = { 'x-api-username': `client_${'0'.repeat(24)}`, 'x-api-secret': 'nobody' }

describe('an API client', () => {
  test('uploads and reads a file until it is revoked', async () => {
    const program = await anApiClient(school)
    const first = (await announce(program)).json as Announced
    expect(await send('PUT', first.url, first.headers)).toEqual([204, null])
    const { url } = await program.api(completeUpload, { upload_id: first.upload_id })
    expect(await get(url)).toEqual([200, null])

    const second = (await announce(program)).json as Announced
    expect(await send('PATCH', second.parts_url, part)).toEqual([204, null])
    const third = (await announce(program)).json as Announced
    await program.admin.api(revokeApiClient, { client_id: program.id })
    expect(await send('PUT', third.url, third.headers)).toEqual([403, 'link_invalid'])
    expect(await send('PATCH', third.parts_url, part)).toEqual([410, 'upload_expired'])
    expect(await send('DELETE', third.parts_url, { 'tus-resumable': '1.0.0' })).toEqual([
      410,
      'upload_expired',
    ])
  })

  test('cannot announce a file with the read scope only', async () => {
    const reader = await anApiClient(school, { scopes: ['uploads:read'] })
    const answer = await announce(reader)
    expect([answer.status, answer.json.code]).toEqual([403, 'scope_missing'])
  })

  test('is refused with a person’s link if it lacks the scope, or the person has a higher role', async () => {
    const admin = await school.admin()
    const { url, headers, parts_url } = (await announce(admin)).json as Announced
    const { admin: maker, ...narrow } = await anApiClient(school, { scopes: ['courses:read'] })
    const made = await maker.api(createApiClient, { name: 'T', role: 'teacher', scopes: ['uploads:write'] })
    const lower = asApiClient(school, made)
    for (const [program, code] of [
      [narrow, 'scope_missing'],
      [lower, 'forbidden'],
    ] as const) {
      expect(await send('PUT', url, { ...headers, ...pairOf(program) })).toEqual([403, code])
      expect(await send('PATCH', parts_url, { ...part, ...pairOf(program) })).toEqual([403, code])
    }
    const nobody = [401, 'api_client_unknown']
    expect(await send('PUT', url, { ...headers, ...unknown })).toEqual(nobody)
    expect(await send('PATCH', parts_url, { ...part, ...unknown })).toEqual(nobody)
    expect(await send('PUT', url, headers)).toEqual([204, null])
  })

  test('downloads the file of students with its scope, and reads course links with one of two scopes', async () => {
    const course = await school.course()
    const program = await anApiClient(school, { scopes: ['enrolments:read'] })
    const { url } = await program.api(createStudentsFileLink, { course_id: course.id })
    expect(await get(url, pairOf(program))).toEqual([200, null])
    expect(await get(url)).toEqual([200, null])
    const other = await anApiClient(school, { scopes: ['courses:read'] })
    expect(await get(url, pairOf(other))).toEqual([403, 'scope_missing'])
    expect(await get(url, unknown)).toEqual([401, 'api_client_unknown'])
    await program.admin.api(revokeApiClient, { client_id: program.id })
    expect(await get(url)).toEqual([404, 'not_found'])
  })
})

describe('a support visit', () => {
  test('reads the file of students and private files until it ends', async () => {
    const course = await school.course()
    const [visit, owner] = [await helper.visit(school), await school.owner()]
    const { url } = await visit.api(createStudentsFileLink, { course_id: course.id })
    expect(await get(url)).toEqual([200, null])
    await owner.api(endVisit, { visit_id: visit.id })
    expect(await get(url)).toEqual([404, 'not_found'])
  })

  test('uploads files only with write access', async () => {
    const visit = await helper.visit(school)
    const refused = await announce(visit)
    expect([refused.status, refused.json.code]).toEqual([403, 'support_read_only'])
    const base64 = (text: string) => Buffer.from(text).toString('base64')
    const metadata = `filename ${base64('a.pdf')},filetype ${base64('application/pdf')},purpose ${base64('course_file')}`
    const begin = await visitor().request({
      method: 'POST',
      url: '/storage/tus',
      headers: {
        'tus-resumable': '1.0.0',
        'x-access-token': visit.token!,
        'upload-length': '10',
        'upload-metadata': metadata,
      },
    })
    expect([begin.status, begin.json.code]).toEqual([403, 'support_read_only'])

    await visit.api(requestWriteAccess, { reason: supportReason, minutes: 5, code: helper.code() })
    const first = (await announce(visit)).json as Announced
    expect(await send('PUT', first.url, first.headers)).toEqual([204, null])
    const { url } = await visit.api(completeUpload, { upload_id: first.upload_id })
    const second = (await announce(visit)).json as Announced
    clock.pass(6 * 60_000)
    expect(await send('PUT', second.url, second.headers)).toEqual([403, 'support_read_only'])
    expect(await send('PATCH', second.parts_url, part)).toEqual([403, 'support_read_only'])
    expect(await send('DELETE', second.parts_url, { 'tus-resumable': '1.0.0' })).toEqual([
      403,
      'support_read_only',
    ])
    expect(await get(url)).toEqual([200, null])
    await (await school.owner()).api(endVisit, { visit_id: visit.id })
    expect(await get(url)).toEqual([403, 'link_invalid'])
  })
})
