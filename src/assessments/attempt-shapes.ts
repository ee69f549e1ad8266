import { Type } from 'typebox'
import { QuestionAnswer, QuestionBody } from '#lib/questions/index.ts'
import { Id, Instant, Nullable, StringEnum } from '#platform/contract/schemas.ts'
import { AssessmentKind, AssessmentSettings, base } from './shapes.ts'

export const attemptPath = `${base}/attempts/:id`
export const AttemptParams = Type.Object({ id: Id })

const State = StringEnum('running', 'submitted', 'marked', 'released', 'void')
const SubmittedBy = Nullable(StringEnum('student', 'deadline', 'staff'))
const settings = AssessmentSettings.properties

/** State of an attempt, which the page of a running attempt asks for every few seconds. */
export const AttemptStatus = Type.Object({
  id: Id,
  state: State,
  /** The newest opening of the attempt. */
  holder: Type.Integer(),
  deadline_at: Nullable(Instant),
  /** Until when answers are accepted that were given before the deadline, but could not be sent. */
  sync_until: Nullable(Instant),
  submitted_at: Nullable(Instant),
  submitted_by: SubmittedBy,
  /** Time of the server. */
  now: Instant,
})

/** Result of an attempt; absent until it is released. */
export const AttemptResult = Type.Object({
  points: Nullable(Type.Number()),
  max_points: Type.Number(),
  /** 0 to 100, after the deduction for lateness; null if there was nothing to earn. */
  score: Nullable(Type.Number()),
  /** Null without a pass mark. */
  is_passed: Nullable(Type.Boolean()),
})

/** An attempt in a list of its student. */
export const AttemptSummary = Type.Object({
  id: Id,
  number: Type.Integer(),
  state: State,
  started_at: Instant,
  deadline_at: Nullable(Instant),
  submitted_at: Nullable(Instant),
  result: Nullable(AttemptResult),
})

/** What a student reads before the start. */
export const AssessmentOverview = Type.Object({
  id: Id,
  kind: AssessmentKind,
  name: Type.String(),
  course_id: Nullable(Id),
  content_id: Nullable(Id),
  instructions: Type.String(),
  question_count: Type.Integer(),
  total_points: Type.Number(),
  /** Window and time of this student, with accommodations and exceptions. */
  opens_at: Nullable(Instant),
  closes_at: Nullable(Instant),
  time_limit_minutes: Nullable(Type.Number()),
  /** Null: as many as the student likes. */
  max_attempts: Nullable(Type.Integer()),
  used_attempts: Type.Integer(),
  due_at: settings.due_at,
  late_percent_per_day: settings.late_percent_per_day,
  score_from: settings.score_from,
  one_question_per_page: settings.one_question_per_page,
  needs_access_code: Type.Boolean(),
  pass_percent: settings.pass_percent,
  release: settings.release,
  integrity: settings.integrity,
  late_sync_hours: settings.late_sync_hours,
  /** Why the student cannot start or continue now; null: nothing prevents it. */
  refusal: Nullable(Type.String()),
  /** Newest first. */
  attempts: Type.Array(AttemptSummary),
})

const SlotMark = Type.Object({
  points: Nullable(Type.Number()),
  /** The question does not count for this attempt. */
  is_dropped: Type.Boolean(),
  comment: Type.String(),
  /** Chosen levels of the rubric, in its order; empty without a rubric. */
  rubric: Type.Array(
    Type.Object({
      criterion: Type.String(),
      level: Type.String(),
      points: Type.Number(),
      max_points: Type.Number(),
    }),
  ),
  /** The rest only where the assessment shows right answers. Sanitised HTML. */
  feedback: Type.Array(Type.String()),
  right_answer: Nullable(QuestionAnswer),
})

/** A question of an attempt as its student sees it. */
export const AttemptSlot = Type.Object({
  slot: Type.Integer(),
  /** Index in the list of sections. */
  section: Type.Integer(),
  points: Type.Number(),
  body: QuestionBody,
  files: Type.Array(Type.Object({ upload_id: Id, url: Type.String() })),
  answer: Nullable(QuestionAnswer),
  /** Arrived after the deadline. */
  is_late: Type.Boolean(),
  /** Null until results are released, and where only the score is shown. */
  mark: Nullable(SlotMark),
})

/** An attempt with its questions and answers, for its student. */
export const Attempt = Type.Object({
  ...AttemptStatus.properties,
  assessment_id: Id,
  course_id: Nullable(Id),
  content_id: Nullable(Id),
  kind: AssessmentKind,
  name: Type.String(),
  number: Type.Integer(),
  started_at: Instant,
  instructions: Type.String(),
  one_question_per_page: Type.Boolean(),
  integrity: settings.integrity,
  sections: Type.Array(Type.Object({ name: Type.String(), instructions: Type.String() })),
  slots: Type.Array(AttemptSlot),
  result: Nullable(AttemptResult),
})

/** An attempt in a list of staff. */
export const StaffAttempt = Type.Object({
  id: Id,
  assessment_id: Id,
  assessment_name: Type.String(),
  kind: AssessmentKind,
  course_id: Nullable(Id),
  course_name: Nullable(Type.String()),
  /** Null while names are hidden for marking. */
  user_id: Nullable(Id),
  user_name: Nullable(Type.String()),
  number: Type.Integer(),
  state: State,
  started_at: Instant,
  deadline_at: Nullable(Instant),
  submitted_at: Nullable(Instant),
  submitted_by: SubmittedBy,
  /** Some answers arrived after the deadline. */
  has_late_answers: Type.Boolean(),
  /** Answers that a person must mark. */
  pending_count: Type.Integer(),
  points: Nullable(Type.Number()),
  max_points: Type.Number(),
  score: Nullable(Type.Number()),
  released_at: Nullable(Instant),
})

/** An attempt in the list of one assessment. */
export const AssessmentAttempt = Type.Object({
  ...StaffAttempt.properties,
  /** Submitted after the due date. */
  is_late: Type.Boolean(),
})

/** Figures of an assessment. Of each student the score that counts is taken. */
export const AssessmentResults = Type.Object({
  id: Id,
  kind: AssessmentKind,
  name: Type.String(),
  course_id: Nullable(Id),
  course_name: Nullable(Type.String()),
  /** Names of students are hidden until their attempts are marked. */
  is_anonymous: Type.Boolean(),
  release: settings.release,
  pass_percent: settings.pass_percent,
  running_count: Type.Integer(),
  submitted_count: Type.Integer(),
  /** Students who submitted. */
  student_count: Type.Integer(),
  /** Answers that a person must mark. */
  pending_count: Type.Integer(),
  /** Marked attempts that staff have not released. */
  unreleased_count: Type.Integer(),
  /** 0 to 100; null without scores. */
  average_score: Nullable(Type.Number()),
  /** Share of the students with a score who passed, 0 to 100; null without a pass mark. */
  passed_percent: Nullable(Type.Number()),
})
