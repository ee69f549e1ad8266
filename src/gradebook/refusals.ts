import { declareRefusals } from '#platform/contract/refusal-codes.ts'

export const refusals = declareRefusals({
  grade_item_in_use: [409, 'Students have grades for an item that would be deleted.'],
  grade_file_unreadable: [422, 'The file is no table, or has no column that names students.'],
  grades_changed_since_preview: [409, 'Grades changed since the preview.'],
  too_many_students_for_file: [422, 'A file holds the grades of at most 5,000 students.'],
})
