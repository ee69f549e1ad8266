import type { PersonalData } from '#tenancy/context/personal-data.ts'

export const personalData: PersonalData = {
  rows: [],
  mentions: {
    'question_banks.created_by': 'Who created the bank; it is the school’s.',
    'questions.created_by': 'Who wrote the question; it is the school’s.',
    'questions.updated_by': 'Who changed the question last.',
    'question_versions.created_by': 'Who wrote the version; attempts of students refer to it.',
    'question_keys.created_by': 'Who wrote the key; marks of students refer to it.',
  },
}
