import { declareRefusals } from '#platform/contract/refusal-codes.ts'

export const refusals = declareRefusals({
  not_your_template: [403, 'Only the author of this template and admins can delete it.'],
  template_limit_reached: [409, 'This school has the maximum number of templates.'],
})
