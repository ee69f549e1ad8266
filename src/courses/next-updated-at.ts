/** Returns now, or a time after the last change, so that `updated_at` always increases. */
export const nextUpdatedAt = (now: Date, last: Date) => new Date(Math.max(now.getTime(), last.getTime() + 1))
