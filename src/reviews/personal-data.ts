import type { PersonalData } from '#tenancy/context/personal-data.ts'

export const personalData: PersonalData = {
  rows: [
    {
      table: 'student_reviews',
      personColumns: ['user_id'],
      erasure: { stays: 'The stars of a course stay true; the review is shown without its author’s name.' },
    },
  ],
  mentions: {
    'student_reviews.replied_by': 'Who answered somebody else’s review.',
    'student_reviews.hidden_by': 'Who hid somebody else’s review.',
  },
}
