import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { allRoutes } from '#app.ts'
import { newId } from '#platform/security/tokens.ts'
import { registeredRoutes } from './registered-routes.ts'
import { withRequestCostGuard } from '../builders/request-cost.ts'
import type { RawRequest, TestClient } from '../builders/test-client.ts'
import { createTestSchool, getTestApp } from '../builders/school-builder.ts'

/**
 * Routes that no contract declares, and whose limits the other sweeps therefore do not know. Each with a valid address,
 * and with headers without which it refuses everything. Add new routes here.
 */
const routes: Record<string, { url: string; headers?: Record<string, string> }> = {
  'GET /health/live': { url: '/health/live' },
  'GET /health/ready': { url: '/health/ready' },
  'GET /internal/tls-allowed': { url: '/internal/tls-allowed?domain=nobody.test' },
  'GET /api': { url: '/api' },
  'GET /api*': { url: '/api/none' },
  'GET /api/openapi.json': { url: '/api/openapi.json' },
  'GET /api/docs': { url: '/api/docs' },
  'GET /brand/:file': { url: '/brand/nothing.webp' },
  'OPTIONS /storage/tus': { url: '/storage/tus' },
  'POST /storage/tus': { url: '/storage/tus', headers: { 'tus-resumable': '1.0.0', 'upload-length': '9' } },
  'OPTIONS /storage/tus/:upload_id': { url: `/storage/tus/${newId()}` },
  'DELETE /storage/tus/:upload_id': {
    url: `/storage/tus/${newId()}`,
    headers: { 'tus-resumable': '1.0.0' },
  },
  'PATCH /storage/tus/:upload_id': {
    url: `/storage/tus/${newId()}`,
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
  },
  'PUT /storage/:school_id/:name': { url: `/storage/${newId()}/nothing` },
  'GET /media/public/:id': { url: `/media/public/${newId()}` },
  'GET /media/public/:id/:size': { url: `/media/public/${newId()}/320` },
  'GET /media/free/:course_id/:content_id/:id': { url: `/media/free/${newId()}/${newId()}/${newId()}` },
  'GET /media/private/:id/:file_name': { url: `/media/private/${newId()}/a.pdf` },
  'POST /api/payments/v1/webhooks/:provider': {
    url: '/api/payments/v1/webhooks/paystack',
    headers: { 'x-paystack-signature': '0'.repeat(128) },
  },
  'GET /verify/:id': { url: `/verify/${newId()}` },
  'GET /api/student-certificate/certificates/id/:id/pdf': {
    url: `/api/student-certificate/certificates/id/${newId()}/pdf`,
  },
  'GET /api/student-certificate/certificates/id/:id/image': {
    url: `/api/student-certificate/certificates/id/${newId()}/image`,
  },
  'GET /files/students/:course_id': { url: `/files/students/${newId()}` },
  'GET /static/csv_templates/bulk-students-upload.csv': {
    url: '/static/csv_templates/bulk-students-upload.csv',
  },
  'GET /static/csv_templates/bulk-faculty-students-upload.csv': {
    url: '/static/csv_templates/bulk-faculty-students-upload.csv',
  },
  'GET /static/csv_templates/bulk-students-upload.xlsx': {
    url: '/static/csv_templates/bulk-students-upload.xlsx',
  },
  'GET /static/csv_templates/bulk-faculty-students-upload.xlsx': {
    url: '/static/csv_templates/bulk-faculty-students-upload.xlsx',
  },
  'GET /dev/mail': { url: '/dev/mail' },
  'GET /dev/mail/:school_id/:id': { url: `/dev/mail/${newId()}/${newId()}` },
  'GET /dev/mail/:school_id/:id/html': { url: `/dev/mail/${newId()}/${newId()}/html` },
}

const maxBodyBytes = 1024 * 1024
const bodies: readonly Buffer[] = [
  Buffer.from('{"broken'),
  Buffer.from('['.repeat(maxBodyBytes - 1)),
  randomBytes(maxBodyBytes - 1),
  randomBytes(2 * maxBodyBytes),
]
const contentTypes = ['application/json', 'application/octet-stream', 'text/xml', 'multipart/form-data']

let visitor: TestClient
beforeAll(async () => {
  visitor = withRequestCostGuard((await createTestSchool()).visitor())
})

const named = Object.entries(routes).map(([name, route]) => {
  const method = name.split(' ')[0] as RawRequest['method']
  return [name, { method, ...route, withoutClient: true }] as const
})

test('lists every route that no contract declares', async () => {
  const nameless = (path: string) => path.replaceAll(/:[\w|:]+/g, ':').replace(/(?<=.)\/$/, '')
  const declared = new Set(allRoutes.map(({ method, path }) => nameless(`${method} /api${path}`)))
  const listed = new Set([...Object.keys(routes).map(nameless), ...declared])
  const registered = registeredRoutes((await getTestApp()).http).flatMap(({ path, methods }) =>
    methods.map((method) => `${method} ${path}`),
  )
  // The framework adds HEAD to every GET.
  const missing = registered.filter((name) => !name.startsWith('HEAD ') && !listed.has(nameless(name)))
  expect(missing).toEqual([])
})

test.each(named)('%s refuses invalid addresses without a server error', async (_name, raw) => {
  const { url } = raw
  const invalid = [
    url.replace(/[^/]*$/, '%00'),
    url.replace(/[^/]*$/, 'x'.repeat(5_000)),
    url.replace(/[^/]*$/, '..%2f..%2fetc%2fpasswd'),
    `${url}${url.includes('?') ? '&' : '?'}${'x=1&'.repeat(2_000)}`,
    `${url}${url.includes('?') ? '&' : '?'}expires=%00&signature=${'A'.repeat(5_000)}`,
  ]
  for (const address of invalid) {
    const answer = await visitor.request({ ...raw, url: address })
    expect(answer.status, address.slice(0, 100)).toBeLessThan(500)
    expect(answer.text).not.toMatch(/node_modules|\.ts:\d/)
  }
})

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

test.each(named.filter(([, { method }]) => !reading.has(method)))(
  '%s refuses large and invalid bodies within limits of time and memory',
  async (_name, raw) => {
    for (const body of bodies)
      for (const type of contentTypes) {
        const headers = { 'content-type': type, ...raw.headers }
        const answer = await visitor.request({ ...raw, headers, body })
        expect(answer.status, `${body.length} bytes of ${type}`).toBeGreaterThanOrEqual(400)
        expect(answer.status, `${body.length} bytes of ${type}`).toBeLessThan(500)
      }
  },
)

test.each(named.filter(([, { method }]) => reading.has(method)))(
  '%s does not read a body',
  async (_name, raw) => {
    const expected = (await visitor.request(raw)).status
    for (const body of bodies) expect((await visitor.request({ ...raw, body })).status).toBe(expected)
  },
)
