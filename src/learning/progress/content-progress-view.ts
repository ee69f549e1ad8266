import type { ProgressState } from './progress-shapes.ts'

export interface ProgressRow {
  type: string
  duration_seconds: number | null
  reading_seconds: number
  opened_at: Date | null
  updated_at: Date | null
  visible_seconds: number | null
  watched_seconds: number | null
  read_percentage: number | null
  media_seconds: number | null
  completed_at: Date | null
}

/** A student's way through a content, as staff and the student see it. */
export function contentProgressView(row: ProgressRow) {
  return {
    state: stateOf(row),
    opened_at: row.opened_at,
    last_seen_at: row.opened_at && row.updated_at,
    visible_seconds: row.visible_seconds ?? 0,
    percentage: percentageOf(row),
    completed_at: row.completed_at,
  }
}

function stateOf({ opened_at, completed_at }: ProgressRow): ProgressState {
  if (completed_at) return 'completed'
  return opened_at ? 'started' : 'not_started'
}

/** Rounded down. Only a completed content shows 100; a text is as far as it was read or scrolled. */
function percentageOf(row: ProgressRow): number | null {
  if (row.completed_at) return 100
  const length = row.type === 'text' ? row.reading_seconds : (row.media_seconds ?? row.duration_seconds)
  if (row.type !== 'text' && row.type !== 'video' && row.type !== 'audio') return null
  if (!length) return null
  const seconds = (row.type === 'text' ? row.visible_seconds : row.watched_seconds) ?? 0
  const share = Math.floor((seconds * 100) / length)
  return Math.min(99, Math.max(share, row.read_percentage ?? 0))
}
