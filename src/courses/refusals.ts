import { declareRefusals } from '#platform/contract/refusal-codes.ts'

export const refusals = declareRefusals({
  not_your_course: [403, 'Only the teacher of this course and admins can do this.'],
  not_approved: [403, 'You can open this course once you are approved.'],
  course_coming_soon: [403, 'This course has not opened yet.'],
  course_not_started: [403, 'This course has not started yet.'],
  course_not_ready: [409, 'This course has no published lesson. Publish a lesson first.'],
  edit_conflict: [409, 'Someone else saved changes in the meantime.'],
  outline_conflict: [409, 'Someone else changed the outline in the meantime. Check it and try again.'],
  outline_limit_reached: [409, 'This course has the maximum number of sections or lessons.'],
  content_incomplete: [
    409,
    'This lesson is empty. Add its file, address or published assessment before you publish it.',
  ],
  content_not_published: [409, 'This lesson was never published. Publish it for everybody first.'],
  version_in_use: [409, 'Students see this version, so it cannot be deleted.'],
  mirrored_course: [409, 'This course shows the lessons of another course. Edit them there.'],
  course_is_mirrored: [409, 'Other courses show the lessons of this course, so it cannot be deleted.'],
  captions_not_supported: [409, 'Only videos and audio can have captions.'],
  captions_invalid: [422, 'This caption file could not be read.'],
  captions_too_long: [422, 'This file has too many captions.'],
  caption_limit_reached: [409, 'This lesson has captions in the maximum number of languages.'],
})
