import { createHash } from 'node:crypto'
import type { RequestContext } from '#tenancy/context/request-context.ts'
import { sendOutbound, OutboundError } from '#platform/outbound/index.ts'

let lists: Promise<ReadonlySet<string>> | undefined

/** Whether it is one of some fifty thousand that were found most often in leaks, however it is capitalised. */
export async function isCommonLeakedPassword(password: string): Promise<boolean> {
  lists ??= readLists()
  return (await lists).has(password.toLowerCase())
}

/** Read when the first password is set: most processes never need it, and no browser ever. */
async function readLists() {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].map(String))
}

/** A person waits for this. */
const timeoutMs = 2_000
const answerLimit = 500_000

/**
 * Whether the service that the configuration names has seen it in a leak. It is told the first five of forty letters of
 * a hash, which a thousand other passwords share, and answers with all endings that it knows. While it is away every
 * password is taken.
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
      // Endings that nobody has, so that the length of the answer tells nothing.
      headers: { 'add-padding': 'true' },
      allowLoopback: config.allowLoopbackOutbound,
      patience: timeoutMs,
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

/** Lines of `ENDING:times`; an ending that was added as padding was seen 0 times. */
function leakCount(lines: string, ending: string) {
  const line = lines.split(/\r?\n/).find((one) => one.toUpperCase().startsWith(`${ending}:`))
  return line !== undefined && Number(line.slice(ending.length + 1)) > 0
}
