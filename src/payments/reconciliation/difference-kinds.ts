export const differenceKinds = ['missing_local', 'missing_remote', 'amount_diff', 'orphan_refund'] as const
