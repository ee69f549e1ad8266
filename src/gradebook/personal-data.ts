import type { PersonalData } from '#tenancy/context/personal-data.ts'

export const personalData: PersonalData = {
  rows: [
    { table: 'grades', personColumns: ['user_id'], erasure: 'delete' },
    { table: 'grade_history', personColumns: ['user_id'], erasure: 'delete' },
    { table: 'grade_totals', personColumns: ['user_id'], erasure: 'delete' },
  ],
  mentions: {
    'grade_items.assessment_id': 'An assessment of the course, not a person.',
    'grades.item_id': 'An item of the gradebook, not a person.',
    'grade_history.item_id': 'An item of the gradebook, not a person.',
    'grade_history.changed_by': 'Who changed somebody else’s grade; the grade is that person’s.',
  },
}
