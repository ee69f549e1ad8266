import type { Ctx } from '#tenancy/context/request-context.ts'
import type { UserRow } from './user-details-view.ts'

export interface RegistrationAnswer {
  key: string
  /** Text of the question when it was asked. */
  label: string
  value: string | number | boolean | string[]
}

/** Answers of a user at registration, with the questions as they were asked. */
export function registrationAnswersOfUser(
  row: Pick<UserRow, 'custom_auth_input' | 'registration_question_labels'>,
): RegistrationAnswer[] {
  const labels = row.registration_question_labels as Record<string, string>
  const answers = row.custom_auth_input as Record<string, RegistrationAnswer['value'] | null>
  return Object.entries(answers).flatMap(([key, value]) =>
    value === null ? [] : [{ key, label: labels[key] ?? key, value }],
  )
}

/** The same as one text per user, for a table cell. */
export async function formatRegistrationAnswers(
  { tx, school_id }: Pick<Ctx, 'tx' | 'school_id'>,
  user_ids: string[],
): Promise<Map<string, string>> {
  if (user_ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('id', 'in', user_ids)
    .select(['id', 'custom_auth_input', 'registration_question_labels'])
    .execute()
  return new Map(rows.map((row) => [row.id, registrationAnswersOfUser(row).map(inWords).join('; ')]))
}

const inWords = ({ label, value }: RegistrationAnswer) =>
  `${label}: ${Array.isArray(value) ? value.join(', ') : String(value)}`
