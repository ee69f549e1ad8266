import type { PersonalData } from '#tenancy/context/personal-data.ts'

const made = 'Courses are the school’s: they stay when somebody who wrote on them leaves.'

export const personalData: PersonalData = {
  rows: [],
  mentions: {
    'outline_versions.version': 'Names a state of the outline.',
    'courses.course_teacher_id': made,
    'courses.created_by': made,
    'courses.updated_by': made,
    'lessons.updated_by': made,
    'contents.updated_by': made,
    'content_drafts.updated_by': made,
    'content_versions.published_by': made,
    'content_captions.created_by': made,
  },
}
