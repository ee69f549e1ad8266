import type { Route } from '#tenancy/contract/define-route.ts'
import type { RawRequest } from '../builders/test-client.ts'

interface Field {
  anyOf?: Field[]
  type?: string
  items?: Field
  properties?: Record<string, Field>
  patternProperties?: Record<string, Field>
  pattern?: string
  format?: string
  maxLength?: number
}

/** Repeated parts of hostile texts: each text matches as long as possible and then fails. */
const parts = ['a', '@', 'a@', '. ', '-', 'https://a', '<a']
const end = '\u0001'
/** Fills a body to its limit, minus its frame. */
const frameBytes = 400
const longestUrl = 12_000
const anyId = /[0-9a-f]{8}-[0-9a-f-]{27}/

/** Requests as expensive as their limits allow, each invalid because of an undeclared field. */
export function* hostileRequests(route: Route, raw: RawRequest): Generator<RawRequest> {
  const query = stringsOf(route.query.properties as Record<string, Field>)
  for (const part of query.length ? parts : []) {
    const length = Math.floor(longestUrl / query.length / encodeURIComponent(part).length) * part.length
    const parameters = query.map(([name]) => `${name}=${encodeURIComponent(repeated(part, length))}`)
    yield { ...raw, url: `${raw.url.split('?')[0]}?no_such_field=1&${parameters.join('&')}` }
  }
  for (const part of anyId.test(raw.url) ? parts : [])
    yield { ...raw, url: raw.url.replace(anyId, encodeURIComponent(repeated(part, longestUrl / 3))) }
  if (route.method === 'GET') return
  const room = route.bodyLimitBytes - frameBytes
  yield { ...raw, body: `[${'0,'.repeat(room / 2)}0]` }
  yield { ...raw, body: '['.repeat(room) }
  yield { ...raw, body: '{"a":'.repeat(room / 5) }
  yield withFields(
    raw,
    Array.from({ length: room / 20 }, (_, at) => [`unknown_${at}`, 1]),
  )
  const { properties } = route.body as Field
  for (const list of findFields(properties, ({ items }) => items !== undefined))
    for (const element of [0, {}, '', [[]], null]) {
      const count = Math.floor(room / (JSON.stringify(element).length + 1))
      yield withFields(raw, [list.wrap(Array.from({ length: count }, () => element))])
    }
  const length = Math.floor(room / findFields(properties, isChecked).length / 1.2)
  for (const part of Number.isFinite(length) ? parts : [])
    for (const cut of [() => length, ({ maxLength = 36 }: Field) => Math.min(maxLength, length)]) {
      const body = fillTexts({ properties }, (field) => repeated(part, cut(field)))
      yield withFields(raw, Object.entries(body as object))
    }
}

const withFields = (raw: RawRequest, fields: (readonly [string, unknown])[]): RawRequest => ({
  ...raw,
  body: { ...Object.fromEntries(fields), no_such_field: 1 },
})

const repeated = (part: string, length: number) => part.repeat(length / part.length).slice(0, -1) + end

const variantsOf = (field: Field) => field.anyOf ?? [field]

/** Whether text is checked against a pattern or a format. */
const isChecked = ({ pattern, format }: Field) => (pattern ?? format) !== undefined

/** The path parameters whose text is checked against a pattern or a format. */
const stringsOf = (properties: Record<string, Field>) =>
  Object.entries(properties).filter(([, field]) => variantsOf(field).some(isChecked))

interface NestedField {
  field: Field
  /** A body with a value in this field, and the name of the field. */
  wrap(value: unknown): [string, unknown]
}

/**
 * The matching fields of a body at any depth: in objects, in elements of lists, and under names that the
 * caller chooses.
 */
function findFields(properties: Record<string, Field> = {}, fits: (field: Field) => boolean) {
  const found: NestedField[] = []
  function visit(field: Field, wrap: NestedField['wrap']) {
    for (const variant of variantsOf(field)) {
      if (fits(variant)) found.push({ field: variant, wrap })
      if (variant.items) visit(variant.items, (value) => wrap([value]))
      for (const [name, inner] of Object.entries(variant.properties ?? {}))
        visit(inner, (value) => wrap({ [name]: value }))
      for (const inner of Object.values(variant.patternProperties ?? {}))
        visit(inner, (value) => wrap({ a: value }))
    }
  }
  for (const [name, field] of Object.entries(properties)) visit(field, (value) => [name, value])
  return found
}

/** A value with every checked text of a field, each list with one element; undefined if there is none. */
function fillTexts(field: Field, textOf: (field: Field) => string): unknown {
  for (const variant of variantsOf(field)) {
    if (isChecked(variant)) return textOf(variant)
    const element = variant.items && fillTexts(variant.items, textOf)
    if (element !== undefined) return [element]
    const named = { ...variant.properties, ...variant.patternProperties }
    const values = Object.entries(named).map(([name, inner]) => [name, fillTexts(inner, textOf)] as const)
    const filled = values.filter(([, value]) => value !== undefined)
    if (filled.length) return Object.fromEntries(filled)
  }
  return undefined
}
