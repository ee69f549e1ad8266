import { solveProofOfWork } from '#lib/proof-of-work/proof-of-work.ts'
import { proofHeader } from '#platform/rate-limits/proof-of-work.ts'
import type { Input } from '#platform/contract/route.ts'
import type { Route } from '#tenancy/contract/define-route.ts'
import { buildRequest, type TestClient, type RawResponse } from './test-client.ts'

/** The header that solves a refusal with `proof_of_work_required`. */
export const solveProof = ({ challenge, bits }: { challenge: string; bits: number }) => ({
  [proofHeader]: `${challenge}:${solveProofOfWork(challenge, bits)}`,
})

/** A browser at an address: stores cookies and optionally solves challenges. */
export function createTestBrowser(caller: TestClient, remoteAddress?: string) {
  let cookie = ''
  const send = async <R extends Route>(route: R, input: Input<R>, headers: Record<string, string> = {}) => {
    const answer = await caller.request({
      ...buildRequest(route, input),
      remoteAddress,
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
      resultCodeOf(await send(route, input, headers)),
    cookie: () => cookie,
    /** Like the web client: solves the challenge and sends the request again. */
    async solving<R extends Route>(route: R, input: Input<R>) {
      const first = await send(route, input)
      if (first.json?.code !== 'proof_of_work_required') return first
      return send(route, input, solveProof(first.json))
    },
  }
}

export const resultCodeOf = ({ status, json }: RawResponse): string => (status < 300 ? 'in' : json.code)
