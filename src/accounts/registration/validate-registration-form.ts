import { documentsAcceptedAtRegistration } from '#consent/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Role } from '#tenancy/access/actor.ts'
import type { Input } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import type { getRegistrationSettings } from '../users/user-queries.ts'
import {
  questionsOf,
  answerLabels,
  validateRegistrationAnswers,
  type RegistrationQuestion,
} from './validate-registration-answers.ts'

type Given = Pick<Input<typeof contract.registerTeacher>, 'custom_auth_input' | 'accepted_documents'>
type Settings = Awaited<ReturnType<typeof getRegistrationSettings>>

/** Returns the cleaned answers and the accepted documents; refuses invalid ones. */
export function validateRegistrationForm(
  ctx: Ctx,
  settings: Settings,
  { role, custom_auth_input, accepted_documents }: Given & { role: Exclude<Role, 'account_user'> },
) {
  const questions = questionsOf(settings.registration_fields as unknown as RegistrationQuestion[], role)
  const answers = validateRegistrationAnswers(questions, custom_auth_input)
  const versions = { terms: settings.terms_version, privacy: settings.privacy_version }
  const texts = documentsAcceptedAtRegistration(ctx, { versions, accepted_documents })
  return { answers, labels: answerLabels(questions, answers), texts }
}
