import type { PersonalData } from '#tenancy/context/personal-data.ts'

export const personalData: PersonalData = {
  rows: [
    {
      table: 'course_ratings',
      by: ['user_id'],
      erasure: { stays: 'The stars of a course stay true; the review is shown without its author’s name.' },
    },
  ],
  mentions: {
    'course_ratings.answered_by': 'Who answered somebody else’s review.',
    'course_ratings.hidden_by': 'Who hid somebody else’s review.',
  },
}
