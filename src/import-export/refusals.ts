import { declareRefusals } from '#platform/contract/define-route.ts'

export const refusals = declareRefusals({
  not_your_template: [403, 'Only who made this template and the admins may delete it.'],
  templates_full: [409, 'This school keeps as many templates as it can.'],
})
