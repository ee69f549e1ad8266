import { send } from '../faults/processes/send.ts'
import type { Measurement } from './figures.ts'
import type { Target } from './measure-requests.ts'
import { offerLoad, type LoadResult } from './offer-load.ts'

/** Minimum share of the best rate under three times the load. */
const bar = 0.8
const times = 3
/** Maximum milliseconds until everything is normal again. */
const maxRecoveryMs = 10_000

interface OverloadOptions {
  target: Target
  /** Seconds per round; a run has five. Below 4, opening 1,000 connections dominates the result. */
  seconds: number
  /** Number of runs, each of which must reach the target. */
  runs: number
}

/** Figures of the worst run, and a line for each run. */
export async function measureOverload({ runs, ...options }: OverloadOptions): Promise<Measurement> {
  const measurements = []
  for (let run = 0; run < runs; run++) measurements.push(await measureOnce(options))
  const values = measurements.map(({ figures }) => figures[0]!.value)
  const worst = measurements[values.indexOf(Math.min(...values))]!
  worst.figures[0]!.spread = [Math.min(...values), Math.max(...values)]
  const [header] = worst.lines
  return { figures: worst.figures, lines: [header!, ...measurements.map(({ lines }) => lines[1]!)] }
}

/** Measures what the product serves under three times its capacity, and how it refuses the rest. */
async function measureOnce({ target, seconds }: Omit<OverloadOptions, 'runs'>): Promise<Measurement> {
  const offer = (connections: number, rate?: number) =>
    offerLoad({
      origin: new URL(target.url).origin,
      connections,
      seconds: rate === undefined ? seconds : seconds * 2,
      requests: target.turns.map(({ headers, url = '/' }) => ({
        method: target.method ?? 'GET',
        path: url,
        headers,
      })),
      ...(rate !== undefined && { rate }),
    })
  await offer(10)
  let peak = 0
  for (const connections of [10, 25, 50]) peak = Math.max(peak, (await offer(connections)).served)

  const watch = watchAnswers(target)
  // Enough connections that waiting ones leave others free.
  const load = await offer(1_000, peak * times)
  const others = [...load.statuses.keys()].filter((status) => ![200, 503, 429].includes(status))
  if (others.length) throw new Error(`answers of ${others.join(', ')} under load`)
  const recovery = await recoveryOf(target)
  const { turnedAway, silent, unanswered } = await watch.stop()
  if (silent) throw new Error(`${silent} of ${turnedAway} answers of 503 did not say when to come back`)

  return overloadMeasurement({ ...load, peak, recovery, errors: load.errors + unanswered })
}

interface OverloadResult extends LoadResult {
  /** Requests per second without overload. */
  peak: number
  /** Milliseconds. */
  recovery: number
}

function overloadMeasurement(result: OverloadResult): Measurement {
  const { offered, served, refused, errors, p99, peak, recovery } = result
  return {
    figures: [
      { name: 'overload_goodput', value: served / peak, unit: 'share', bar, better: 'higher' },
      { name: 'overload_offered', value: offered / peak, unit: 'times', bar: null, better: 'higher' },
      {
        name: 'overload_errors',
        value: errors,
        unit: 'requests',
        bar: 0,
        better: 'lower',
      },
      { name: 'overload_recovery', value: recovery, unit: 'ms', bar: maxRecoveryMs, better: 'lower' },
    ],
    lines: [
      ['overload', 'share', 'bar', 'peak /s', 'offered /s', 'served /s', 'shed /s', 'p99 ms', 'recovery ms'],
      [
        'overload_goodput',
        (served / peak).toFixed(2),
        bar.toFixed(2),
        ...[peak, offered, served, refused, p99, recovery].map((value) => value.toFixed(0)),
      ],
    ],
  }
}

/** Another client that reads the headers of the responses. */
function watchAnswers(target: Target) {
  let stopping = false
  let turnedAway = 0
  let silent = 0
  let unanswered = 0
  async function watch() {
    while (!stopping) {
      const { status, headers } = await ask(target)
      if (status === noAnswer) unanswered++
      if (status === 503) {
        turnedAway++
        const hasRetryAfter = Number(headers['retry-after']) > 0
        if (!hasRetryAfter || headers['content-type'] !== 'application/problem+json') silent++
      }
      await new Promise((resume) => setTimeout(resume, 20))
    }
  }
  const watching = watch()
  return {
    async stop() {
      stopping = true
      await watching
      return { turnedAway, silent, unanswered }
    },
  }
}

async function recoveryOf(target: Target) {
  const started = performance.now()
  while (performance.now() - started < maxRecoveryMs) {
    const answers = await Promise.all([ask(target), ask(target), ask(target)])
    if (answers.every(({ status }) => status === 200)) break
  }
  return performance.now() - started
}

/** Used as status if the connection broke: a figure to report, not the end of the run. */
const noAnswer = 0

function ask({ url, method = 'GET', turns }: Target) {
  const { headers, url: own, body } = turns[0]!
  const { host = '', ...rest } = headers
  const sent = { method, host, path: own ?? '/', headers: rest }
  return send(new URL(url).origin, {
    ...sent,
    ...(body !== undefined && { body: JSON.parse(body) as unknown }),
  }).catch(() => ({ status: noAnswer, headers: {} as Record<string, string> }))
}
