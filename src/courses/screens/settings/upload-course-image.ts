import { api } from '#platform/client/session/browser.ts'
import { fileSender } from '#platform/client/uploads/upload.ts'
import * as uploads from '#uploads/contract.ts'

/** Sends a picture of a course. */
export const sendCourseImage = fileSender({
  api,
  request: uploads.requestUpload,
  finalise: uploads.finaliseUpload,
  purpose: 'course_image',
})

/** Sends a film that advertises a course. */
export const sendAdsVideo = fileSender({
  api,
  request: uploads.requestUpload,
  finalise: uploads.finaliseUpload,
  purpose: 'course_ads_video',
})
