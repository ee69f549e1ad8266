import { defineEvent } from '#tenancy/context/domain-events.ts'

/** The day on which a person of the school is to be erased has come. */
export const personErasureDue = defineEvent<{ user_id: string }>('person_erasure_due')
