import type { PersonalData } from '#tenancy/context/personal-data.ts'

const work = 'Work on the school’s courses, which stay; archives expire by themselves.'

export const personalData: PersonalData = {
  rows: [],
  mentions: {
    'course_exports.created_by': work,
    'course_imports.created_by': work,
    'course_templates.created_by': work,
  },
}
