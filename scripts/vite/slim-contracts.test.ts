import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { declareRefusals } from '#platform/contract/refusal-codes.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { slimContract } from './slim-contracts.ts'

const contract = {
  Course: Type.Object({ name: Type.String() }),
  refusals: declareRefusals({ made_up_for_this_test: [409, 'Never.'] }),
  update: defineRoute({
    name: 'update',
    method: 'PUT',
    path: '/courses/:id',
    access: 'staff',
    summary: 'A secret of the server',
    params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
    query: Type.Object({ school_no: Type.Optional(Type.Integer()) }),
    body: Type.Object({ price: Type.Integer({ maximum: 12_345 }) }),
    reply: [200, Type.Object({})],
    idempotent: true,
  }),
  list: defineRoute({
    name: 'list',
    method: 'GET',
    path: '/courses',
    access: 'staff',
    summary: 'A list with a file',
    csv: 'courses',
    reply: [200, Type.Object({})],
  }),
}

test('gives a browser only the parts of a route that a call needs', async () => {
  const text = slimContract(contract)
  const module = (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as Record<string, unknown>
  expect(module.update).toEqual({
    name: 'update',
    method: 'PUT',
    path: '/courses/:id',
    idempotent: true,
    query: { properties: { school_no: 1 } },
  })
  expect(module.list).toMatchObject({ name: 'list', csv: 1 })
  const names = Object.keys(module).toSorted((a, b) => a.localeCompare(b))
  expect(names).toEqual(['Course', 'list', 'refusals', 'update'])
  expect(module.Course).toBeUndefined()
  expect(text).not.toMatch(/uuid|12345|secret|Never/)
})
