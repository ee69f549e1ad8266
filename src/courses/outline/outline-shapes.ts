import { Type } from 'typebox'
import {
  StringEnum,
  Id,
  Instant,
  InstantText,
  SingleLineText,
  Nullable,
  RichText,
  Text,
} from '#platform/contract/schemas.ts'
import { completionRules } from './completion-rules.ts'
import { ContentAssessment } from '../content-assessments.ts'
import { contentTypes, EnrolmentStatus } from '../shapes.ts'

// ---- Requests of staff ----

const Position = Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 }))
const Tier = Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 20 })))
const Ids = Type.Array(Id, { maxItems: 2_000, uniqueItems: true })

export const LessonCreate = Type.Object({
  course_id: Id,
  title: SingleLineText(200),
  position: Position,
  lowest_tier: Tier,
})

/** `updated_at` as last read: a later version is not overwritten. */
export const LessonUpdate = Type.Object({
  title: Type.Optional(SingleLineText(200)),
  lowest_tier: Tier,
  updated_at: Type.Optional(InstantText),
})

/** When a content opens, and what completes it. Applies at once, without publishing. */
const ruleInput = {
  opens_at: Type.Optional(Nullable(InstantText)),
  /** Days after the student's approval. */
  opens_after_days: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 3_650 }))),
  /** Prerequisite: another content of the course. */
  opens_after_content_id: Type.Optional(Nullable(Id)),
  /** Score in the prerequisite, an assessment; null: it must be completed. */
  opens_after_score: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 100 }))),
  lowest_tier: Tier,
  /** null: the default of the type. */
  completion_rule: Type.Optional(Nullable(StringEnum(...completionRules))),
  completion_percentage: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 100 }))),
  /** Whether the course can be completed without it. */
  is_optional: Type.Optional(Type.Boolean()),
  /** Whether visitors may open it while the course is public. */
  is_free_preview: Type.Optional(Type.Boolean()),
}

const contentInput = {
  body: Type.Optional(RichText({ maxLength: 200_000 })),
  upload_id: Type.Optional(Nullable(Id)),
  embed_url: Type.Optional(Text(2_000)),
  duration_seconds: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 1_000_000 }))),
  is_published: Type.Optional(Type.Boolean()),
  is_locked: Type.Optional(Type.Boolean()),
  ...ruleInput,
}

export const ContentCreate = Type.Object({
  lesson_id: Id,
  type: StringEnum(...contentTypes),
  title: SingleLineText(200),
  position: Position,
  ...contentInput,
})

export const ContentUpdate = Type.Object({
  title: Type.Optional(SingleLineText(200)),
  ...contentInput,
  updated_at: Type.Optional(InstantText),
})

/** `position` of the first one in the lesson; default: the end. */
export const ContentsMove = Type.Object({ content_ids: Ids, lesson_id: Id, position: Position })

/** One content, several, or neither for the whole lesson. */
export const ContentsOfLesson = Type.Object({
  course_id: Id,
  lesson_id: Id,
  content_id: Type.Optional(Id),
  content_ids: Type.Optional(Ids),
})

// ---- Replies ----

export const ContentsLocked = Type.Object({ content_ids: Type.Array(Id), is_locked: Type.Boolean() })

export const Lesson = Type.Object({
  id: Id,
  course_id: Id,
  title: Type.String(),
  position: Type.Integer(),
  lowest_tier: Nullable(Type.Integer()),
  created_at: Instant,
  updated_at: Instant,
})

const Media = Type.Object({
  upload_id: Id,
  /** Private link for this reader, valid for some hours. */
  url: Type.String(),
  file_name: Type.String(),
  content_type: Type.String(),
  size: Type.Integer(),
})

const Embed = Type.Object({
  provider: Type.String(),
  /** Address for the iframe. */
  url: Type.String(),
  /** Width divided by height; null if the frame needs a fixed height. */
  ratio: Nullable(Type.Number()),
})

const contentFields = {
  id: Id,
  lesson_id: Id,
  type: StringEnum(...contentTypes),
  title: Type.String(),
  position: Type.Integer(),
  duration_seconds: Nullable(Type.Integer()),
  is_published: Type.Boolean(),
  is_locked: Type.Boolean(),
  is_optional: Type.Boolean(),
  is_free_preview: Type.Boolean(),
  updated_at: Instant,
}

const Opening = Type.Object({
  opens_at: Nullable(Instant),
  opens_after_days: Nullable(Type.Integer()),
  opens_after_content_id: Nullable(Id),
  opens_after_score: Nullable(Type.Integer()),
  lowest_tier: Nullable(Type.Integer()),
})

/** For editors only. */
const writing = {
  /** Whether there are unpublished changes. */
  has_changes: Type.Optional(Type.Boolean()),
  /** Audience of the newest published version; null if unpublished. */
  published_for: Type.Optional(Nullable(StringEnum('everybody', 'new_students'))),
  opening: Type.Optional(Opening),
}

/** Only in a content of this type; null if it has none, or none that students may see. */
const shown = { assessment: Type.Optional(Nullable(ContentAssessment)) }

export const Content = Type.Object({
  ...contentFields,
  ...writing,
  ...shown,
  /** Number of the version for everybody; null if never published. */
  version: Nullable(Type.Integer()),
  /** `percentage`: share of the length that must be played, or of the reading time. */
  completion: Type.Object({ rule: StringEnum(...completionRules), percentage: Nullable(Type.Integer()) }),
  course_id: Id,
  body: Type.String(),
  upload_id: Nullable(Id),
  media: Nullable(Media),
  embed_url: Type.String(),
  embed: Nullable(Embed),
  created_at: Instant,
})

/** A content that everybody may open, as its public page shows it. */
export const FreePreview = Type.Object({
  course: Type.Object({
    id: Id,
    course_name: Type.String(),
    short_description: Type.String(),
    is_hidden: Type.Boolean(),
    image_url: Nullable(Type.String()),
    /** From then on the content is not free. */
    course_end_date: Nullable(Instant),
  }),
  lesson_title: Type.String(),
  content: Type.Object({
    id: Id,
    type: StringEnum(...contentTypes),
    title: Type.String(),
    body: Type.String(),
    duration_seconds: Nullable(Type.Integer()),
    /** The address is the same for everybody and stops with the permission. */
    media: Nullable(Media),
    embed_url: Type.String(),
    embed: Nullable(Embed),
  }),
  captions: Type.Array(Type.Object({ language: Type.String(), label: Type.String(), url: Type.String() })),
  /** Other free contents of the course, in order. */
  others: Type.Array(Type.Object({ id: Id, title: Type.String() })),
})

/** Why a reader cannot open a content: locked by staff, tier, date, or a prerequisite. */
const LockReason = Nullable(StringEnum('locked', 'tier', 'date', 'after'))

const reading = {
  lock_reason: LockReason,
  /** All reasons that lock it. */
  lock: Type.Optional(
    Type.Object({
      opens_at: Nullable(Instant),
      /** With the score that it requires; null: it must be completed. */
      opens_after: Nullable(Type.Object({ id: Id, title: Type.String(), score: Nullable(Type.Integer()) })),
      lowest_tier: Nullable(Type.Integer()),
    }),
  ),
  /** Added after this student completed the course. */
  is_new: Type.Optional(Type.Boolean()),
  opened_at: Nullable(Instant),
  completed_at: Nullable(Instant),
  position_seconds: Type.Number(),
}

/** Students get the assessment with the open content only. */
const OutlineContent = Type.Object({ ...contentFields, ...writing, ...shown, ...reading })

export const OutlineLesson = Type.Object({
  id: Id,
  title: Type.String(),
  position: Type.Integer(),
  lowest_tier: Nullable(Type.Integer()),
  updated_at: Instant,
  contents: Type.Array(OutlineContent),
})

/** The open content. Without body, media and embed if it is locked for the reader. */
const Topic = Type.Object({
  ...Content.properties,
  ...reading,
  position_at: Nullable(Instant),
  /** Played seconds as ranges: from (included), to (excluded). */
  watched: Type.Array(Type.Tuple([Type.Integer(), Type.Integer()])),
  /** How long it takes to read; null for other types than texts. */
  reading_seconds: Nullable(Type.Integer()),
  /** Distinct seconds in which it was on this student's screen. */
  visible_seconds: Type.Integer(),
  /** Null until the player has reported how far the student scrolled. */
  read_percentage: Nullable(Type.Integer()),
  /** Length of the recording as the player found it at its end; null before. */
  media_seconds: Nullable(Type.Integer()),
  /** Whether this student has submitted the assessment. */
  is_submitted: Type.Boolean(),
})

export const CourseContents = Type.Object({
  course: Type.Object({
    id: Id,
    course_name: Type.String(),
    course_code: Type.String(),
    layout_type: StringEnum('standard', 'compact'),
    compact_layout_content_background: Type.String(),
    course_calendly_link: Type.String(),
    is_coming_soon: Type.Boolean(),
    enable_tiering: Type.Boolean(),
    end_of_course_content_id: Nullable(Id),
    end_of_course_content_message: Type.String(),
    /** Shown until a video starts. */
    image_url: Nullable(Type.String()),
    /** The origin, if this course is a mirror. */
    mirror_course_id: Nullable(Id),
    updated_at: Instant,
  }),
  /** `edit`: staff. `learn`: an approved student, or staff in preview. `titles`: nothing can be opened yet. */
  access: StringEnum('edit', 'learn', 'titles'),
  may_edit: Type.Boolean(),
  enrolment: Nullable(
    Type.Object({
      status: EnrolmentStatus,
      tier: Nullable(Type.Integer()),
      student_approval_end_date: Nullable(Instant),
      last_topic_id: Nullable(Id),
      completed_at: Nullable(Instant),
    }),
  ),
  lessons: Type.Array(OutlineLesson),
  /** Required contents, and how many this reader has completed; 100 after the course was completed. */
  progress: Type.Object({ total: Type.Integer(), completed: Type.Integer(), percentage: Type.Integer() }),
  topic: Nullable(Topic),
})
