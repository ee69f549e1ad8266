import { declareRefusals } from '#platform/contract/define-route.ts'

export const refusals = declareRefusals({
  not_your_template: [403, 'Only who made this template and the admins may delete it.'],
  template_limit_reached: [409, 'This school keeps as many templates as it can.'],
})
