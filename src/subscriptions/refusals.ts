import { declareRefusals } from '#platform/contract/refusal-codes.ts'

export const refusals = declareRefusals({
  nothing_to_pay: [409, 'Nothing is due. Reload the page.'],
  subscription_not_pausable: [409, 'Only a paid subscription can be paused.'],
  subscription_ended: [409, 'This plan has ended. You can buy it again.'],
  plan_disputed: [
    409,
    'A payment of this subscription is disputed. You can change the plan after the bank has decided.',
  ],
  plan_not_changeable: [
    409,
    'Only a paid subscription that goes on can be changed. Pay what is due, or resume it.',
  ],
  plan_owned_already: [409, 'You have this plan already.'],
  preview_outdated: [409, 'The amounts have changed. Look at the change again.'],
  plan_change_in_progress: [409, 'Another change is being paid. Try again in a minute.'],
})
