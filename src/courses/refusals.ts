import { declareRefusals } from '#platform/contract/define-route.ts'

export const refusals = declareRefusals({
  not_your_course: [403, 'Only the teacher of this course and the admins may do this.'],
  not_approved: [403, 'You can open this course once you are approved for it.'],
  course_coming_soon: [403, 'This course has not opened yet.'],
  course_not_started: [403, 'This course has not started yet.'],
  edit_conflict: [409, 'Somebody else saved changes in the meantime.'],
  outline_conflict: [409, 'The outline changed in the meantime. Please look at it again.'],
  outline_limit_reached: [409, 'This course holds as many lessons or contents as it can.'],
  content_incomplete: [409, 'This content has nothing to show yet, so it cannot be published.'],
  content_not_published: [409, 'Nobody reads this content yet, so it is published for everybody.'],
  version_in_use: [409, 'Students read this version, so it cannot be deleted.'],
  mirrored_course: [409, 'This course shows the lessons of another course. Edit them there.'],
  course_is_mirrored: [409, 'Other courses show the lessons of this course, so it cannot be deleted.'],
  captions_not_supported: [409, 'Only films and recordings have captions.'],
  captions_invalid: [422, 'The captions in this file could not be read.'],
  captions_too_long: [422, 'There are more captions in this file than can be kept.'],
  caption_limit_reached: [409, 'This content has captions in as many languages as it can.'],
})
