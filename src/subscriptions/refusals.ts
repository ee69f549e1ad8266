import { declareRefusals } from '#platform/contract/refusal-codes.ts'

export const refusals = declareRefusals({
  nothing_to_pay: [409, 'Nothing is due. Reload the page.'],
  subscription_not_pausable: [409, 'Only a paid subscription can be paused.'],
  subscription_ended: [409, 'This plan has ended. You can buy it again.'],
})
