import { QueryClient } from '@tanstack/react-query'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { defineRoute } from '../contract/define-route.ts'
import { invalidate, outdatesAlso, queryKey } from './queries.ts'

const aRoute = (name: string) =>
  defineRoute({
    name,
    method: 'GET',
    path: `/probe/${name}`,
    access: 'public',
    summary: 'Answers nothing.',
    reply: [200, Type.Object({})],
  })

test('invalidates dependent queries too', async () => {
  const [consent, details, courses] = ['consent', 'details', 'courses'].map(aRoute)
  const client = new QueryClient()
  for (const read of [consent!, details!, courses!]) client.setQueryData(queryKey(read, {}), {})
  outdatesAlso(consent!, [details!])
  await invalidate(client, [consent!])
  const isOutdated = (read: typeof consent) => client.getQueryState(queryKey(read!, {}))?.isInvalidated
  expect([consent, details, courses].map(isOutdated)).toEqual([true, true, false])
})
