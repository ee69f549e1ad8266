import type { Reseller } from './reseller.tsx'

export interface RecordStatus {
  is: 'right' | 'wrong' | 'open'
  problem: string | null
  found: string[]
}

const right: RecordStatus = { is: 'right', problem: null, found: [] }
const open: RecordStatus = { is: 'open', problem: null, found: [] }
const aboutProof = new Set(['proof_missing', 'proof_differs', 'taken', 'dns_silent'])

/** How far each of the three records is, from what the last look found. */
export function recordSteps({ domain, mail }: Pick<Reseller, 'domain' | 'mail'>) {
  const { problem, found, checked_at } = domain
  const wrong: RecordStatus = { is: 'wrong', problem, found }
  const isProof = problem !== null && aboutProof.has(problem)
  const proof = isProof ? wrong : checked_at === null ? open : right
  const point = problem !== null && !isProof ? wrong : proof.is === 'right' ? right : open
  const byRoot = mail.proof === null
  const sender: RecordStatus = mail.proven
    ? { ...right, problem: mail.problem }
    : mail.problem
      ? { is: 'wrong', problem: mail.problem, found: mail.found }
      : byRoot && proof.is !== 'right'
        ? { ...open, is: proof.is }
        : open
  return { proof, point, sender }
}
