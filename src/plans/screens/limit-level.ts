/** How close usage is to the plan's limits: a notice is shown from 80 % on. */
export type LimitLevel = 'none' | 'near' | 'reached'

interface Used {
  used: number
  limit: number
}

const nearShare = 0.8

/** Returns the level of the limit that is used most. */
export function limitLevel({ students, storage }: { students: Used; storage: Used }): LimitLevel {
  const shares = [students, storage].map(({ used, limit }) => (limit > 0 ? used / limit : 1))
  const highestShare = Math.max(...shares)
  if (highestShare >= 1) return 'reached'
  return highestShare >= nearShare ? 'near' : 'none'
}
