import { declareRefusals } from '#platform/contract/refusal-codes.ts'

export const refusals = declareRefusals({
  student_import_not_ready: [409, 'This list has not been read completely, so the import cannot start.'],
})
