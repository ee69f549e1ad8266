import type { PersonalData } from '#tenancy/context/personal-data.ts'

export const personalData: PersonalData = {
  rows: [
    {
      table: 'invoices',
      personColumns: ['buyer_id'],
      erasure: { stays: 'Tax law requires the school to keep its invoices as they were issued.' },
    },
  ],
  mentions: { 'invoices.refers_to': 'Another document, not a person.' },
}
