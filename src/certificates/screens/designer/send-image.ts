import { api } from '#tenancy/client/browser.ts'
import { createFileUploader } from '#tenancy/client/uploads/upload.ts'
import { completeUpload, requestUpload } from '#uploads/contract.ts'

/** Uploads an image of a template. */
export const sendImage = createFileUploader({
  api,
  request: requestUpload,
  finalise: completeUpload,
  purpose: 'lesson_image',
})
