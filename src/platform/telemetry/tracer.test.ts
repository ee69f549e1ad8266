import { beforeEach, expect, test } from 'vitest'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorType, inSpan, setTracer, type SpanOptions } from './spans.ts'
import { createTracer, type FinishedSpan, type TracerOptions } from './tracer.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const spanId = 'b7ad6b7169203331'

let ended: FinishedSpan[]
beforeEach(() => {
  ended = []
  return () => setTracer(undefined)
})

const trace = (options: Partial<TracerOptions> = {}) =>
  setTracer(
    createTracer({
      share: 1,
      followsParent: true,
      ownDomain: 'lyceum.test',
      onEnd: (span) => ended.push(span),
      ...options,
    }),
  )
const named = (name: string, more: Partial<SpanOptions> = {}) =>
  inSpan(
    () => ({ name, kind: 'server', attributes: {}, ...more }),
    async (span) => span?.traceparent,
  )

test('gives concurrent spans the parents that started them', async () => {
  trace()
  const request = (name: string) =>
    inSpan(
      () => ({ name, kind: 'server', attributes: {} }),
      async () => {
        await sleep(2)
        await Promise.all([named(`${name} a`), named(`${name} b`)])
      },
    )
  await Promise.all([request('one'), request('two')])
  const byName = Object.fromEntries(ended.map((span) => [span.name, span]))
  expect(Object.keys(byName)).toHaveLength(6)
  for (const name of ['one', 'two'])
    for (const part of ['a', 'b'])
      expect(byName[`${name} ${part}`]).toMatchObject({
        traceId: byName[name]!.traceId,
        parentSpanId: byName[name]!.spanId,
      })
  expect(byName.one!.traceId).not.toBe(byName.two!.traceId)
})

test.each([
  { share: 0, followsParent: true, flag: '01', recorded: 1 },
  { share: 1, followsParent: true, flag: '00', recorded: 0 },
  { share: 1, followsParent: false, flag: '00', recorded: 1 },
  { share: 0, followsParent: false, flag: '01', recorded: 0 },
])(
  'with share $share and following the caller $followsParent, records $recorded spans of a caller with flag $flag',
  async ({ flag, recorded, ...options }) => {
    trace(options)
    const passedOn = await named('request', { parent: `00-${traceId}-${spanId}-${flag}` })
    expect(passedOn).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-0${recorded}$`))
    expect(ended.map((span) => [span.traceId, span.parentSpanId])).toEqual(
      recorded ? [[traceId, spanId]] : [],
    )
  },
)

test('decides by the trace id, so that all processes decide alike', async () => {
  trace({ share: 0.5, followsParent: false })
  const low = `${'a'.repeat(24)}7fffffff`
  const high = `${'a'.repeat(24)}80000001`
  for (const id of [low, high]) await named('request', { parent: `00-${id}-${spanId}-01` })
  expect(ended.map((span) => span.traceId)).toEqual([low])
})

test.each([
  '',
  'nothing',
  `00-${'0'.repeat(32)}-${spanId}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `ff-${traceId}-${spanId}-01`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
])('starts a new trace for the header %j', async (parent) => {
  trace()
  await named('request', { parent })
  expect(ended).toHaveLength(1)
  expect(ended[0]!.traceId).not.toBe(traceId)
  expect(ended[0]!.parentSpanId).toBeUndefined()
})

test('records a failure by code or class, and throws it again', async () => {
  trace()
  const broken = inSpan(
    () => ({ name: 'call', kind: 'client', attributes: {} }),
    async () => {
      throw Object.assign(new TypeError('amina@people.test'), { code: 'ECONNREFUSED' })
    },
  )
  await expect(broken).rejects.toThrow('amina')
  expect(ended).toMatchObject([{ errorType: 'ECONNREFUSED' }])
  expect(errorType(new TypeError('amina'))).toBe('TypeError')
  expect(errorType({ code: 'amina@people.test' })).toBe('_OTHER')
})

test('runs the work without options if there is no tracer', async () => {
  const options = () => {
    throw new Error('built')
  }
  expect(await inSpan(options, async (span) => span ?? 'no span')).toBe('no span')
})
