import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import { networkPrefix } from './network-prefix.ts'
import type { LoginRole } from '../users/roles.ts'

interface Step {
  login_role: LoginRole | 'any' | 'account' | 'school'
  /** The method of authentication. */
  step: 'password' | 'magic_link' | 'handoff' | 'second_factor' | 'second_factor_enrolment' | 'issuer'
}

/** Sets the person of a login, as soon as known. */
export type SetLoginSubject = (person_id: string) => void

/** Logs the outcome of a login in one line: never a password, an e-mail address or typed text. */
export async function logLogin<T>(
  ctx: CtxWithoutTx,
  facts: Step,
  work: (identifyLogin: SetLoginSubject) => Promise<T>,
): Promise<T> {
  let person_id: string | undefined
  const line = () => ({
    event: 'login',
    ...facts,
    school_id: ctx.school_id,
    person_id,
    network: networkPrefix(ctx.address),
  })
  try {
    const answer = await work((id) => {
      person_id = id
    })
    ctx.log.info({ ...line(), outcome: 'success' }, 'login')
    return answer
  } catch (error) {
    if (error instanceof Refusal) {
      const outcome = outcomes[error.code] ?? 'failure'
      const level = outcome === 'second_step' ? 'info' : 'warn'
      ctx.log[level]({ ...line(), outcome, why: error.code }, 'login')
    }
    throw error
  }
}

/** All other codes are failures. */
const outcomes: Record<string, 'second_step' | 'locked' | 'slowed'> = {
  second_factor_required: 'second_step',
  second_factor_enrolment_required: 'second_step',
  too_many_requests: 'locked',
  proof_of_work_required: 'slowed',
}
