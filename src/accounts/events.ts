import { defineEvent } from '#tenancy/context/domain-events.ts'

/** The erasure of a person of the school is due. */
export const personErasureDue = defineEvent<{ user_id: string }>('person_erasure_due')
