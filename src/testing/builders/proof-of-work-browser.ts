import { solve } from '#lib/proof-of-work/proof-of-work.ts'
import { proofHeader } from '#tenancy/http/proof-of-work.ts'
import type { Input, Route } from '#platform/contract/route.ts'
import { addressOf, type Caller, type RawAnswer } from './people.ts'

/** The header that answers a refusal with `proof_of_work_required`. */
export const proofFor = ({ challenge, bits }: { challenge: string; bits: number }) => ({
  [proofHeader]: `${challenge}:${solve(challenge, bits)}`,
})

/** A browser: keeps the cookies that it is given, and solves challenges if it should. */
export function aBrowser(caller: Caller) {
  let cookie = ''
  const send = async <R extends Route>(route: R, input: Input<R>, headers: Record<string, string> = {}) => {
    const answer = await caller.request({
      ...addressOf(route, input),
      headers: { ...(cookie && { cookie }), ...headers },
    })
    const given = answer.headers['set-cookie']
    if (typeof given === 'string') cookie = given.split(';')[0]!
    return answer
  }
  return {
    send,
    /** `in`, or the code of the refusal. */
    outcome: async <R extends Route>(route: R, input: Input<R>, headers?: Record<string, string>) =>
      outcomeOf(await send(route, input, headers)),
    cookie: () => cookie,
    /** As the web client does: solves the challenge and sends the same again. */
    async solving<R extends Route>(route: R, input: Input<R>) {
      const first = await send(route, input)
      if (first.json?.code !== 'proof_of_work_required') return first
      return send(route, input, proofFor(first.json))
    },
  }
}

export const outcomeOf = ({ status, json }: RawAnswer): string => (status < 300 ? 'in' : json.code)
