import { Type } from 'typebox'
import {
  StringEnum,
  OkReply,
  Id,
  Instant,
  InstantText,
  PageOf,
  Nullable,
  PagingParams,
  RichText,
  Text,
} from '#platform/contract/schemas.ts'
import { declareRefusals } from '#platform/contract/refusal-codes.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'

export const refusals = declareRefusals({
  note_edit_conflict: [409, 'This note was changed on another device.'],
  note_limit_reached: [409, 'You have the maximum number of notes.'],
})

/** A passage of a text with the context to find it after edits; see lib/quotes. */
const Quote = Type.Object({
  exact: Text(2_000, { minLength: 1, pattern: '\\S' }),
  prefix: Text(400),
  suffix: Text(400),
  start: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
})

/** Seconds from the beginning of a video or recording. */
const Seconds = Type.Number({ minimum: 0, maximum: 1_000_000 })

const Body = RichText({ maxLength: 20_000 })

export const Note = Type.Object({
  id: Id,
  course_id: Id,
  content_id: Id,
  /** Current names, or the names when the note was last written. */
  course_name: Type.String(),
  content_title: Type.String(),
  /** Rich text. */
  note: Type.String(),
  at_seconds: Nullable(Type.Number()),
  quote: Nullable(
    Type.Object({
      exact: Type.String(),
      prefix: Type.String(),
      suffix: Type.String(),
      start: Type.Integer(),
    }),
  ),
  /** `open`: the reader can open the content. `closed`: not any more. `gone`: it was deleted. */
  content_status: StringEnum('open', 'closed', 'gone'),
  created_at: Instant,
  updated_at: Instant,
})

export const createNote = defineRoute({
  name: 'createNote',
  method: 'POST',
  path: '/notes/v2/create',
  access: 'user',
  summary: 'Create a note on a content, on a second of it or on a quote of its text',
  limits: [{ by: 'user', max: 600, seconds: 3600 }],
  body: Type.Object({
    school_id: Type.Optional(Id),
    /** Chosen by the client, so that sending it twice creates one note. */
    id: Type.Optional(Id),
    course_id: Id,
    content_id: Id,
    note: Body,
    at_seconds: Type.Optional(Nullable(Seconds)),
    quote: Type.Optional(Nullable(Quote)),
  }),
  bodyLimitBytes: 80 * 1024,
  reply: [201, Note],
  refusals: [
    'not_approved',
    'not_your_course',
    'course_coming_soon',
    'course_not_started',
    'note_limit_reached',
  ],
  idempotent: true,
})

export const updateNote = defineRoute({
  name: 'updateNote',
  method: 'PUT',
  path: '/notes/v2/update/:id',
  access: 'user',
  summary: 'Update one of the caller’s notes',
  params: Type.Object({ id: Id }),
  body: Type.Object({
    school_id: Type.Optional(Id),
    note: Body,
    at_seconds: Type.Optional(Nullable(Seconds)),
    /** Time of the last read version: later changes of another device are not overwritten. */
    updated_at: InstantText,
  }),
  reply: [200, Note],
  refusals: ['note_edit_conflict'],
})

export const deleteNote = defineRoute({
  name: 'deleteNote',
  method: 'DELETE',
  path: '/notes/v2/delete/:id',
  access: 'user',
  summary: 'Delete one of the caller’s notes',
  params: Type.Object({ id: Id }),
  reply: [200, OkReply],
})

const Where = {
  course_id: Type.Optional(Id),
  content_id: Type.Optional(Id),
}

export const listNotes = defineRoute({
  name: 'listNotes',
  method: 'GET',
  path: '/notes/v2/student-notes',
  access: 'user',
  summary: 'List the caller’s notes, newest first',
  query: Type.Object({
    ...PagingParams,
    ...Where,
    school_id: Type.Optional(Id),
    /** Words of the note, its quote, course or content; accents are ignored. */
    q: Type.Optional(Text(200)),
  }),
  reply: [200, PageOf(Note)],
})

export const listNoteCourses = defineRoute({
  name: 'listNoteCourses',
  method: 'GET',
  path: '/notes/v2/courses',
  access: 'user',
  summary: 'List courses in which the caller has notes, newest first',
  reply: [
    200,
    Type.Object({
      data: Type.Array(
        Type.Object({
          course_id: Id,
          course_name: Type.String(),
          notes_count: Type.Integer(),
          latest_at: Instant,
        }),
      ),
      notes_count: Type.Integer(),
    }),
  ],
})

export const exportNotes = defineRoute({
  name: 'exportNotes',
  method: 'GET',
  path: '/notes/v2/export',
  access: 'user',
  summary: 'Export the caller’s notes as a file, by course and content; many notes are split into parts',
  limits: [{ by: 'user', max: 120, seconds: 3600 }],
  // Written in a separate process, without an open transaction.
  transaction: 'own',
  query: Type.Object({
    format: StringEnum('markdown', 'pdf'),
    course_id: Type.Optional(Id),
    part: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 1 })),
  }),
  reply: [
    200,
    Type.Object({
      file_name: Type.String(),
      content_type: Type.String(),
      /** Content in base64. */
      content: Type.String(),
      notes_count: Type.Integer(),
      parts: Type.Integer(),
    }),
  ],
})
