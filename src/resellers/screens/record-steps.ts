import type { Reseller } from './reseller.tsx'

export interface RecordStatus {
  is: 'right' | 'wrong' | 'open'
  problem: Reseller['domain']['problem']
  found_records: string[]
}

const right: RecordStatus = { is: 'right', problem: null, found_records: [] }
const open: RecordStatus = { is: 'open', problem: null, found_records: [] }
const aboutProof = new Set(['record_missing', 'record_mismatch', 'taken', 'dns_unreachable'])

/** State of each of the three records, from the last check. */
export function recordSteps({ domain, mail }: Pick<Reseller, 'domain' | 'mail'>) {
  const { problem, found_records, checked_at } = domain
  const invalid: RecordStatus = { is: 'wrong', problem, found_records }
  const isProof = problem !== null && aboutProof.has(problem)
  const verification_record = isProof ? invalid : checked_at === null ? open : right
  const point = problem !== null && !isProof ? invalid : verification_record.is === 'right' ? right : open
  const byRoot = mail.verification_record === null
  const sender: RecordStatus = mail.is_verified
    ? { ...right, problem: mail.problem }
    : mail.problem
      ? { is: 'wrong', problem: mail.problem, found_records: mail.found_records }
      : byRoot && verification_record.is !== 'right'
        ? { ...open, is: verification_record.is }
        : open
  return { verification_record, point, sender }
}
