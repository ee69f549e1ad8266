/** When a row is saved: now, but always after it was saved last, so that no two savings share an instant. */
export const nextUpdatedAt = (now: Date, last: Date) => new Date(Math.max(now.getTime(), last.getTime() + 1))
