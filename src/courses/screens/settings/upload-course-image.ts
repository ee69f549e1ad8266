import { api } from '#tenancy/client/browser.ts'
import { createFileUploader } from '#tenancy/client/uploads/upload.ts'
import * as uploads from '#uploads/contract.ts'

/** Uploads an image of a course. */
export const uploadCourseImage = createFileUploader({
  api,
  request: uploads.requestUpload,
  finalise: uploads.completeUpload,
  purpose: 'course_image',
})

/** Uploads a trailer of a course. */
export const uploadAdsVideo = createFileUploader({
  api,
  request: uploads.requestUpload,
  finalise: uploads.completeUpload,
  purpose: 'course_ads_video',
})
