export const differenceKinds = [
  'missing_local',
  'missing_remote',
  'amount_diff',
  'orphan_refund',
  'settlement_sum_diff',
  'settled_amount_diff',
  'not_settled',
] as const
