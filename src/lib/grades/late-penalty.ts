/** Days that began since the due time; 0 if it was in time. */
export const daysLate = (due_at: Date | null, submitted_at: Date) =>
  due_at ? Math.max(0, Math.ceil((submitted_at.getTime() - due_at.getTime()) / 86_400_000)) : 0

/**
 * Returns the points after the penalty for each late day, not rounded. The penalty leaves at least `floor_percent` of the
 * points.
 */
export function pointsAfterPenalty(
  points: number,
  { days, percent_per_day, floor_percent }: { days: number; percent_per_day: number; floor_percent: number },
): number {
  const share = Math.max(1 - (percent_per_day / 100) * Math.max(0, days), floor_percent / 100)
  return points * Math.min(1, Math.max(0, share))
}
