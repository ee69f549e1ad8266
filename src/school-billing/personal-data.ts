import type { PersonalData } from '#tenancy/context/personal-data.ts'

/** Customer, subscription and invoices are the school's. */
export const personalData: PersonalData = { rows: [], mentions: {} }
