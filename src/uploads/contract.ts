import { Type } from 'typebox'
import { StringEnum, Id, Instant, SingleLineText, Nullable, Text } from '#platform/contract/schemas.ts'
import { declareRefusals } from '#platform/contract/refusal-codes.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'

/** Purpose of a file. It decides who may upload it, its types and sizes, and who may read it. */
export const UploadPurpose = StringEnum(
  'school_logo',
  'course_image',
  'lesson_image',
  'avatar',
  'course_video',
  'course_ads_video',
  'course_audio',
  'course_file',
  'course_caption',
  'course_archive',
  'payment_proof',
  'student_list',
  'data_archive',
)

export const refusals = declareRefusals({
  file_type_not_allowed: [422, 'This file type is not allowed here.'],
  file_too_large: [413, 'This file is too large.'],
  file_corrupt: [422, 'This file could not be read. It may be damaged.'],
  image_too_large: [422, 'This image has too many pixels.'],
  too_many_open_uploads: [429, 'Too many uploads are unfinished. Finish them, or try again in ten minutes.'],
  storage_quota_exceeded: [409, 'There is not enough storage left for this file.'],
  upload_incomplete: [409, 'The upload is not complete. Send the file again.'],
  upload_already_completed: [409, 'This file was already uploaded.'],
  upload_size_mismatch: [422, 'The file size does not match the announced size.'],
  upload_offset_mismatch: [409, 'This part does not start where the previous part ended.'],
  upload_expired: [410, 'This upload has expired. Start a new one.'],
  tus_version_unsupported: [412, 'Send the header Tus-Resumable: 1.0.0.'],
  upload_type_mismatch: [415, 'The file type does not match the announced type.'],
  link_invalid: [403, 'This link is no longer valid.'],
})

export const requestUpload = defineRoute({
  name: 'requestUpload',
  method: 'GET',
  path: '/gen/get_aws_key_upload',
  access: 'user',
  summary: 'Create a signed address to upload one file to',
  limits: [{ by: 'user', max: 600, seconds: 3600 }],
  // Requesting an upload reserves quota, which a read-only transaction cannot.
  transaction: 'own',
  writes: true,
  query: Type.Object({
    file_name: SingleLineText(255),
    /** As reported by the browser; empty if unknown. */
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
      /** Address for an upload in parts (tus 1.0), and its expiry. */
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
  /** In pixels; null if it is not an image. */
  width: Nullable(Type.Integer()),
  height: Nullable(Type.Integer()),
  url: Type.String(),
})

export const completeUpload = defineRoute({
  name: 'completeUpload',
  method: 'POST',
  path: '/gen/finalise_upload/:upload_id',
  access: 'user',
  summary: 'Complete an upload: check the received file and make it usable',
  transaction: 'own',
  params: Type.Object({ upload_id: Id }),
  reply: [200, CompletedUpload],
  refusals: ['upload_incomplete', 'file_type_not_allowed', 'file_corrupt', 'image_too_large'],
})
