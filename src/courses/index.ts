export {
  accessTo,
  mayEditCourse,
  teaches,
  type CourseState,
  type EnrolmentState,
  type Taught,
} from './policy.ts'
export { rangesOf } from './topic-view.ts'
export { searchVector } from './search-vector.ts'
export { safeHtml } from './safe-html.ts'
export { prefixQuery } from './search-words.ts'
export { ensureReferences } from './checked-references.ts'
export { courseColumns } from './course-columns.ts'
export { facultyCourses, takeOutOfCategory } from './faculty-courses.ts'
export { addToRatings, setHasLockExceptions, unmarkSample } from './course-marks.ts'
export { insertCaptions, insertContents, insertDrafts, insertLessons } from './insert-outline.ts'
export { createCourse, ensureSchoolNo, insertCourse, type NewCourse } from './create-course.ts'
export { coursesOfDepartment } from './courses-of-department.ts'
export { cuesOf, type Cue } from './caption-cues.ts'
export { courseContentsChanged, courseCreated, courseUpdated } from './events.ts'
export { deleteCourse } from './delete-course.ts'
export { discardUnused, filesOf, forgetContents } from './forget-contents.ts'
export { captionsOf } from './captions.ts'
export { getCourseContents } from './get-course-contents.ts'
export { insertedAt } from './order.ts'
export { mayOpenContent } from './open-to-reader.ts'
export {
  contentIds,
  lessonIds,
  lockOutline,
  lockOutlineOf,
  placeContents,
  placeLessons,
} from './outline-queries.ts'
export { publishedOutlines } from './outline-cache.ts'
export { outlineChanged } from './outline-version.ts'
export { savedCourse } from './saved-course.ts'
export { completionOf, secondsNeeded } from './completion.ts'
export { exceptionsFor } from './lock-exceptions.ts'
export { ownTitles } from './own-titles.ts'
export { lockOf, type Lockable, type LockException, type LockReader } from './locks.ts'
export { personalData } from './personal-data.ts'
