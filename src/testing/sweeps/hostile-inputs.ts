import type { Route } from '#tenancy/contract/define-route.ts'
import type { RawRequest } from '../builders/test-client.ts'

interface Field {
  anyOf?: Field[]
  type?: string
  items?: unknown
  pattern?: string
  format?: string
  maxLength?: number
}

/** What patterns repeat: each text made of one of these fits for as long as it can, and ends with what never fits. */
const parts = ['a', '@', 'a@', '. ', '-', 'https://a', '<a']
const end = '\u0001'
/** Fills a body to its limit, but for its frame. */
const frameBytes = 400
const longestUrl = 12_000

/** Requests that are as costly as their bounds allow, and that no route takes: each has a field that is not declared. */
export function* hostileRequests(route: Route, raw: RawRequest): Generator<RawRequest> {
  const query = stringsOf(route.query.properties)
  for (const part of query.length ? parts : []) {
    const length = Math.floor(longestUrl / query.length / encodeURIComponent(part).length) * part.length
    const parameters = query.map(([name]) => `${name}=${encodeURIComponent(repeated(part, length))}`)
    yield { ...raw, url: `${raw.url.split('?')[0]}?no_such_field=1&${parameters.join('&')}` }
  }
  if (route.method === 'GET') return
  const room = route.bodyLimitBytes - frameBytes
  yield { ...raw, body: `[${'0,'.repeat(room / 2)}0]` }
  yield { ...raw, body: '['.repeat(room) }
  yield { ...raw, body: '{"a":'.repeat(room / 5) }
  yield withFields(
    raw,
    Array.from({ length: room / 20 }, (_, at) => [`unknown_${at}`, 1]),
  )
  const fields = Object.entries(route.body.properties as Record<string, Field>)
  const lists = fields.filter(([, field]) => variantsOf(field).some(({ items }) => items))
  for (const element of lists.length ? [0, {}, '', [[]], null] : []) {
    const count = room / lists.length / (JSON.stringify(element).length + 1)
    yield withFields(
      raw,
      lists.map(([name]) => [name, Array.from({ length: count }, () => element)]),
    )
  }
  const texts = stringsOf(route.body.properties)
  for (const part of texts.length ? parts : []) {
    yield withFields(
      raw,
      texts.map(([name]) => [name, repeated(part, room / texts.length / 1.2)]),
    )
    yield withFields(
      raw,
      texts.map(([name, { maxLength = 36 }]) => [
        name,
        repeated(part, Math.min(maxLength, room / texts.length / 1.2)),
      ]),
    )
  }
}

const withFields = (raw: RawRequest, fields: (readonly [string, unknown])[]): RawRequest => ({
  ...raw,
  body: { ...Object.fromEntries(fields), no_such_field: 1 },
})

const repeated = (part: string, length: number) => part.repeat(length / part.length).slice(0, -1) + end

const variantsOf = (field: Field) => field.anyOf ?? [field]

/** The fields whose text is held against a pattern or a format. */
function stringsOf(properties: object): [string, Field][] {
  return Object.entries(properties as Record<string, Field>).flatMap(([name, field]) => {
    const text = variantsOf(field).find(({ pattern, format }) => pattern ?? format)
    return text ? [[name, text] as [string, Field]] : []
  })
}
