import { Type } from 'typebox'
import { OkReply, Id, SingleLineText, Text } from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'

const ContentId = Type.Object({ id: Id })
const Through = Type.Object({
  /** Course through which the reader opens the content, if it is a mirror. */
  course_id: Type.Optional(Id),
})
/** A language tag such as `fr` or `pt-BR`. */
const Language = Text(20, { minLength: 2, pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$' })

const captionFields = {
  id: Id,
  content_id: Id,
  language: Type.String(),
  label: Type.String(),
  cues_count: Type.Integer(),
}

/** `url`: the WebVTT file, for this reader, valid for some hours. */
export const Caption = Type.Object({ ...captionFields, url: Type.String() })

export const listCaptions = defineRoute({
  name: 'listCaptions',
  method: 'GET',
  path: '/courses/v2/contents/:id/captions',
  access: 'user',
  summary: 'List the captions of a video or audio content; empty while it is locked for the caller',
  params: ContentId,
  query: Through,
  reply: [200, Type.Object({ data: Type.Array(Caption) })],
  refusals: ['not_approved', 'not_your_course', 'course_coming_soon', 'course_not_started'],
})

export const getTranscript = defineRoute({
  name: 'getTranscript',
  method: 'GET',
  path: '/courses/v2/captions/:id/transcript',
  access: 'user',
  summary: 'Get a transcript: the text of the captions in one language, with times in seconds',
  params: ContentId,
  query: Through,
  reply: [
    200,
    Type.Object({
      ...captionFields,
      cues: Type.Array(Type.Object({ from: Type.Number(), to: Type.Number(), text: Type.String() })),
    }),
  ],
  refusals: ['not_approved', 'not_your_course', 'course_coming_soon', 'course_not_started'],
})

const refused = ['not_your_course', 'mirrored_course'] as const

export const addCaption = defineRoute({
  name: 'addCaption',
  method: 'POST',
  path: '/courses/v2/contents/:id/captions',
  access: 'staff',
  summary: 'Add or replace the captions in one language',
  // The file is read between two short transactions.
  transaction: 'own',
  params: ContentId,
  body: Type.Object({ upload_id: Id, language: Language, label: SingleLineText(60) }),
  reply: [201, Caption],
  refusals: [
    ...refused,
    'captions_not_supported',
    'captions_invalid',
    'captions_too_long',
    'caption_limit_reached',
  ],
  idempotent: true,
})

export const deleteCaption = defineRoute({
  name: 'deleteCaption',
  method: 'DELETE',
  path: '/courses/v2/captions/:id',
  access: 'staff',
  summary: 'Delete captions and their file',
  params: ContentId,
  reply: [200, OkReply],
  refusals: refused,
})
