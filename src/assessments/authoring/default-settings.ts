import type { AssessmentKind, AssessmentSettings } from '../shapes.ts'

const common: AssessmentSettings = {
  opens_at: null,
  closes_at: null,
  due_at: null,
  late_percent_per_day: 0,
  late_floor_percent: 0,
  time_limit_minutes: null,
  max_attempts: null,
  score_from: 'best',
  one_question_per_page: false,
  is_one_way: false,
  shuffle_questions: false,
  access_code: '',
  pass_percent: null,
  weight: 1,
  release: { when: 'when_marked', at: null, show: 'answers' },
  integrity: 'none',
  late_sync_hours: 24,
  anonymous_marking: false,
}

/** What each kind begins with. */
const byKind: Record<AssessmentKind, Partial<AssessmentSettings>> = {
  quiz: {},
  exam: {
    time_limit_minutes: 60,
    max_attempts: 1,
    late_sync_hours: 2,
    release: { when: 'by_staff', at: null, show: 'marks' },
  },
  practice: { weight: 0 },
  survey: { weight: 0, release: { when: 'by_staff', at: null, show: 'score' } },
  assignment: { score_from: 'last', release: { when: 'when_marked', at: null, show: 'marks' } },
}

/** Settings of a new assessment. */
export const defaultSettings = (kind: AssessmentKind): AssessmentSettings => ({ ...common, ...byKind[kind] })
