import { textsOfNewcomer } from '#consent/index.ts'
import type { Ctx, Role } from '#tenancy/context/request-context.ts'
import type { Input } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import type { registrationSettings } from '../users/user-queries.ts'
import { askedOf, labelsOf, registrationAnswers, type Field } from './registration-answers.ts'

type Given = Pick<Input<typeof contract.registerTeacher>, 'custom_auth_input' | 'accepted_texts'>
type Settings = Awaited<ReturnType<typeof registrationSettings>>

/** The cleaned answers to the school's own questions, and the texts that were accepted; refuses invalid ones. */
export function lookAtForm(
  ctx: Ctx,
  settings: Settings,
  { role, custom_auth_input, accepted_texts }: Given & { role: Exclude<Role, 'account_user'> },
) {
  const asked = askedOf(settings.registration_fields as unknown as Field[], role)
  const answers = registrationAnswers(asked, custom_auth_input)
  const versions = { terms: settings.terms_version, privacy: settings.privacy_version }
  const texts = textsOfNewcomer(ctx, { versions, accepted_texts })
  return { answers, labels: labelsOf(asked, answers), texts }
}
