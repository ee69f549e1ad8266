import { Type, type Static } from 'typebox'
import { questionTypes } from '#lib/questions/index.ts'
import {
  Id,
  Instant,
  InstantText,
  Nullable,
  RichText,
  SingleLineText,
  StringEnum,
  Text,
} from '#platform/contract/schemas.ts'

export const base = '/assessments/v2'
export const assessmentPath = `${base}/assessment/:id`

export const assessmentKinds = ['quiz', 'exam', 'practice', 'survey', 'assignment'] as const
export const AssessmentKind = StringEnum(...assessmentKinds)
export type AssessmentKind = (typeof assessmentKinds)[number]
export const QuestionTypeName = StringEnum(...questionTypes)

export const AssessmentParams = Type.Object({ id: Id })

/** Rules of an assessment. Instants are RFC 3339 text. */
export const AssessmentSettings = Type.Object({
  opens_at: Nullable(InstantText),
  closes_at: Nullable(InstantText),
  /** Later submissions are late, until `closes_at`. */
  due_at: Nullable(InstantText),
  /** Deducted from the points for each day that begins after `due_at`. */
  late_percent_per_day: Type.Number({ minimum: 0, maximum: 100 }),
  /** The deduction leaves at least this share of the points. */
  late_floor_percent: Type.Number({ minimum: 0, maximum: 100 }),
  time_limit_minutes: Nullable(Type.Integer({ minimum: 1, maximum: 10_080 })),
  max_attempts: Nullable(Type.Integer({ minimum: 1, maximum: 100 })),
  /** Which attempt counts. */
  score_from: StringEnum('best', 'last', 'average'),
  one_question_per_page: Type.Boolean(),
  /** No way back to earlier questions; with one question per page only. */
  is_one_way: Type.Boolean(),
  /** Questions of each section in a random order. */
  shuffle_questions: Type.Boolean(),
  /** Students must enter it to start; empty: none. */
  access_code: Text(50),
  pass_percent: Nullable(Type.Number({ minimum: 0, maximum: 100 })),
  /** Weight within its category of the gradebook. */
  weight: Type.Number({ minimum: 0, maximum: 1_000 }),
  release: Type.Object({
    when: StringEnum('when_marked', 'after_closing', 'at', 'by_staff'),
    at: Nullable(InstantText),
    /** `score`; `marks`: also points and comments of each question; `answers`: also the right answers. */
    show: StringEnum('score', 'marks', 'answers'),
  }),
  integrity: StringEnum('none', 'watched', 'strict'),
  /** Hours after the deadline in which answers that were given in time but offline are accepted; 0: none. */
  late_sync_hours: Type.Integer({ minimum: 0, maximum: 168 }),
  /** Names of students are hidden while marking. */
  anonymous_marking: Type.Boolean(),
})
export type AssessmentSettings = Static<typeof AssessmentSettings>

/** Random questions of a bank. Empty lists do not filter. */
export const Draw = Type.Object({
  bank_id: Id,
  types: Type.Array(QuestionTypeName, { maxItems: 20, uniqueItems: true }),
  tags: Type.Array(SingleLineText(50), { maxItems: 20 }),
  difficulties: Type.Array(Type.Integer({ minimum: 1, maximum: 5 }), { maxItems: 5, uniqueItems: true }),
  count: Type.Integer({ minimum: 1, maximum: 100 }),
})
export type Draw = Static<typeof Draw>

/** Exactly one of `question_id` and `draw` is not null. */
export const Item = Type.Object({
  question_id: Nullable(Id),
  draw: Nullable(Draw),
  /** Of each question. */
  points: Type.Number({ minimum: 0, maximum: 1_000 }),
})
export type Item = Static<typeof Item>

export const Section = Type.Object({
  name: Text(200),
  instructions: RichText({ maxLength: 20_000 }),
  items: Type.Array(Item, { maxItems: 200 }),
})
export type Section = Static<typeof Section>
/** At most 1,500,000 bytes as JSON. */
export const Sections = Type.Array(Section, { maxItems: 50, maxJsonBytes: 1_500_000 })

/** An assessment in a list of staff. */
export const AssessmentSummary = Type.Object({
  id: Id,
  kind: AssessmentKind,
  name: Type.String(),
  course_id: Nullable(Id),
  course_name: Nullable(Type.String()),
  /** Content of a lesson that shows the assessment. */
  content_id: Nullable(Id),
  is_published: Type.Boolean(),
  /** Published revision; null if it is not published. */
  revision: Nullable(Type.Integer()),
  has_unpublished_changes: Type.Boolean(),
  /** Window of the published revision. */
  opens_at: Nullable(Instant),
  closes_at: Nullable(Instant),
  version: Type.Integer(),
  created_at: Instant,
  updated_at: Instant,
})

const PublishIssue = Type.Object({
  code: StringEnum(
    'no_questions',
    'question_deleted',
    'too_few_questions',
    'window_empty',
    'too_many_questions',
    // Students cannot answer questions of this type yet.
    'question_type_unavailable',
    // Attempts do not follow this setting yet.
    'one_way_unavailable',
    'integrity_unavailable',
  ),
  section: Nullable(Type.Integer()),
  item: Nullable(Type.Integer()),
})
export type PublishIssue = Static<typeof PublishIssue>

/** An assessment as staff edit it. */
export const Assessment = Type.Object({
  ...AssessmentSummary.properties,
  instructions: Type.String(),
  settings: AssessmentSettings,
  sections: Sections,
  /** Fixed questions of the sections that still exist. */
  questions: Type.Array(Type.Object({ id: Id, bank_id: Id, name: Type.String(), type: QuestionTypeName })),
  /** Banks of the draws. */
  banks: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  question_count: Type.Integer(),
  total_points: Type.Number(),
  updated_by_name: Nullable(Type.String()),
  /** What prevents publishing. */
  publish_issues: Type.Array(PublishIssue),
})
