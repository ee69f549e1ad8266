import { createHash } from 'node:crypto'
import type { RequestContext } from '#tenancy/context/request-context.ts'
import { sendOutbound, OutboundError } from '#platform/outbound/index.ts'

let lists: Promise<ReadonlySet<string>> | undefined

/** Whether the password is among some fifty thousand that leaks contain most often, in any case. */
export async function isCommonLeakedPassword(password: string): Promise<boolean> {
  lists ??= readLists()
  return (await lists).has(password.toLowerCase())
}

/** Loaded when the first password is set: most processes never need it. */
async function readLists() {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].map(String))
}

/** Milliseconds; a person waits for this. */
const timeoutMs = 2_000
const answerLimit = 500_000

/**
 * Whether the configured service reports the password as leaked. The service gets the first five of forty hash
 * letters (k-anonymity) and returns all matching endings. While it is unavailable every password is accepted.
 */
export async function isLeakedPassword(
  { config, log }: Pick<RequestContext, 'config' | 'log'>,
  password: string,
): Promise<boolean> {
  if (!config.leakedPasswordsUrl) return false
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
  try {
    const { status, body } = await sendOutbound({
      method: 'GET',
      url: `${config.leakedPasswordsUrl}${hash.slice(0, 5)}`,
      // Padding with unused endings, so that the response length reveals nothing.
      headers: { 'add-padding': 'true' },
      allowLoopback: config.allowLoopbackOutbound,
      timeoutMs,
      answerLimit,
    })
    if (status !== 200) throw new Error(`it answered ${status}`)
    return leakCount(body.toString(), hash.slice(5))
  } catch (error) {
    const failure = error instanceof OutboundError ? error.failure : (error as Error).message
    log.warn({ failure }, 'leaked passwords could not be looked up')
    return false
  }
}

/** Lines `ENDING:count`; padding has the count 0. */
function leakCount(lines: string, ending: string) {
  const line = lines.split(/\r?\n/).find((one) => one.toUpperCase().startsWith(`${ending}:`))
  return line !== undefined && Number(line.slice(ending.length + 1)) > 0
}
