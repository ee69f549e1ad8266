import type { Ctx } from '#tenancy/context/request-context.ts'
import type { PersonalData, PersonalRows } from '#tenancy/context/personal-data.ts'
import { defineSlot } from '#tenancy/context/domain-events.ts'

/** Personal data of every domain; provided by `src/personal-data.ts`. */
export const personalDataSlot = defineSlot<readonly PersonalData[]>('personal_data_of_domains')

/** The rows of all domains that are exported and erased with a person. */
export const personalDataRows = ({ reactions }: Pick<Ctx, 'reactions'>): PersonalRows[] =>
  reactions.slot(personalDataSlot).flatMap(({ rows }) => [...rows])
