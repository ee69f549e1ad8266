import { declareRefusals } from '#platform/contract/define-route.ts'

export const refusals = declareRefusals({
  student_import_not_ready: [409, 'This list was not read to its end, so it cannot be started.'],
})
