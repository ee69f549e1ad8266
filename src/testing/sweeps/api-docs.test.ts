import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { allRoutes } from '#app.ts'
import { refusalMeaning } from '#platform/contract/refusal-codes.ts'
import { createTestVisitor } from '#testing/builders/school-builder.ts'
import { withRequestCostGuard } from '../builders/request-cost.ts'
import { refusalsOf } from '#tenancy/api-docs/openapi.ts'

async function ask(url: string, headers: Record<string, string> = {}) {
  return withRequestCostGuard(await createTestVisitor()).request({ method: 'GET', url, headers })
}

interface Document {
  openapi: string
  paths: Record<
    string,
    Record<string, { operationId: string; responses: Record<string, { description: string }> }>
  >
}

test('documents every route with every refusal under its status', async () => {
  const { openapi, paths } = (await ask('/api/openapi.json')).json as Document
  expect(openapi).toBe('3.1.0')
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  expect(operations).toHaveLength(allRoutes.length)
  const byName = new Map(operations.map((operation) => [operation.operationId, operation]))
  for (const route of allRoutes) {
    const { responses } = byName.get(route.name)!
    expect(responses[route.reply[0]], route.name).toBeDefined()
    for (const code of refusalsOf(route))
      expect(responses[refusalMeaning(code)![0]]?.description, route.name).toContain(`\`${code}\``)
  }
})

test('shows input and replies of each route', async () => {
  const { text } = await ask('/api/docs')
  for (const { name, path } of allRoutes)
    expect(text).toMatch(new RegExp(`id="${name}"[^]{1,200}<code>${path}</code>`))
  const list = /<article id="listNotes">[^]*?<\/article>/.exec(text)?.[0]
  expect(list).toContain('<caption>Each entry of data</caption>')
})

test.each(['/api/docs', '/api/openapi.json'])('compresses %s for clients that accept it', async (url) => {
  const [plain, small] = [await ask(url), await ask(url, { 'accept-encoding': 'gzip, br' })]
  expect([plain.headers['content-encoding'], small.headers['content-encoding']]).toEqual([undefined, 'gzip'])
  expect(gunzipSync(small.bytes).toString()).toBe(plain.text)
  expect(small.bytes.length).toBeLessThan(plain.bytes.length / 5)
})
