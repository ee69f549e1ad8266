import type { Reseller } from './reseller.tsx'

export interface RecordStatus {
  status: 'right' | 'invalid' | 'open'
  problem: Reseller['domain']['problem']
  found_records: string[]
}

const right: RecordStatus = { status: 'right', problem: null, found_records: [] }
const open: RecordStatus = { status: 'open', problem: null, found_records: [] }
const aboutProof = new Set(['record_missing', 'record_mismatch', 'taken', 'dns_unreachable'])

/** State of each of the three records, from the last check. */
export function recordSteps({ domain, mail }: Pick<Reseller, 'domain' | 'mail'>) {
  const { problem, found_records, checked_at } = domain
  const invalid: RecordStatus = { status: 'invalid', problem, found_records }
  const isProof = problem !== null && aboutProof.has(problem)
  const verification_record = isProof ? invalid : checked_at === null ? open : right
  const point = problem !== null && !isProof ? invalid : verification_record.status === 'right' ? right : open
  const byRoot = mail.verification_record === null
  const sender: RecordStatus = mail.is_verified
    ? { ...right, problem: mail.problem }
    : mail.problem
      ? { status: 'invalid', problem: mail.problem, found_records: mail.found_records }
      : byRoot && verification_record.status !== 'right'
        ? { ...open, status: verification_record.status }
        : open
  return { verification_record, point, sender }
}
