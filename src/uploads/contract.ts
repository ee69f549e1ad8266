import { Type } from 'typebox'
import {
  StringEnum,
  declareRefusals,
  Id,
  Instant,
  SingleLineText,
  Nullable,
  defineRoute,
  Text,
} from '#platform/contract/define-route.ts'

/** What a file is for. It decides who may send it, which types and sizes fit, and who may read it. */
export const UploadPurpose = StringEnum(
  'school_logo',
  'course_image',
  'avatar',
  'course_video',
  'course_ads_video',
  'course_audio',
  'course_file',
  'course_caption',
  'course_archive',
  'student_list',
  'data_archive',
)

export const refusals = declareRefusals({
  file_type_not_allowed: [422, 'This kind of file cannot be used here.'],
  file_too_large: [413, 'This file is too large.'],
  file_corrupt: [422, 'This file could not be read. It may be damaged.'],
  image_too_large: [422, 'This picture has too many pixels.'],
  too_many_open_uploads: [
    429,
    'Too many files were announced and not sent. Finish them, or try again in ten minutes.',
  ],
  storage_quota_exceeded: [409, 'There is no room left for this file.'],
  upload_incomplete: [409, 'The file has not arrived completely. Please send it again.'],
  upload_already_completed: [409, 'This file was sent already.'],
  upload_size_mismatch: [422, 'The file does not have the announced size.'],
  upload_offset_mismatch: [409, 'This part does not start where the last one ended.'],
  upload_expired: [410, 'This upload is not waited for any more. Please start again.'],
  tus_version_unsupported: [412, 'Send the header Tus-Resumable: 1.0.0.'],
  upload_type_mismatch: [415, 'The file does not have the announced type.'],
  link_invalid: [403, 'This link is not valid any more.'],
})

export const requestUpload = defineRoute({
  name: 'requestUpload',
  method: 'GET',
  path: '/gen/get_aws_key_upload',
  can: 'user',
  summary: 'A signed address to which one file may be sent',
  limits: [{ by: 'user', max: 600, seconds: 3600 }],
  // Asking for a link reserves room for the file, which a reading transaction could not.
  transaction: 'own',
  writes: true,
  query: Type.Object({
    file_name: SingleLineText(255),
    /** What the browser says; empty where it does not know. */
    content_type: Type.Optional(Text(150)),
    size: Type.Integer({ minimum: 1, maximum: 10_000_000_000 }),
    purpose: UploadPurpose,
  }),
  reply: [
    200,
    Type.Object({
      upload_id: Id,
      url: Type.String(),
      method: Type.Literal('PUT'),
      headers: Type.Record(Type.String(), Type.String()),
      expires_at: Instant,
      /** Where the same file may be sent in parts instead (tus 1.0), and until when. */
      parts_url: Type.String(),
      parts_expire_at: Instant,
    }),
  ],
  refusals: ['file_type_not_allowed', 'file_too_large', 'storage_quota_exceeded', 'too_many_open_uploads'],
})

export const CompletedUpload = Type.Object({
  upload_id: Id,
  status: Type.Literal('ready'),
  content_type: Type.String(),
  size: Type.Integer(),
  /** In pixels; null for what is not a picture. */
  width: Nullable(Type.Integer()),
  height: Nullable(Type.Integer()),
  url: Type.String(),
})

export const completeUpload = defineRoute({
  name: 'completeUpload',
  method: 'POST',
  path: '/gen/finalise_upload/:upload_id',
  can: 'user',
  summary: 'Looks at the bytes that arrived and makes the file usable',
  transaction: 'own',
  params: Type.Object({ upload_id: Id }),
  reply: [200, CompletedUpload],
  refusals: ['upload_incomplete', 'file_type_not_allowed', 'file_corrupt', 'image_too_large'],
})
