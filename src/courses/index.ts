export {
  accessTo,
  mayEditCourse,
  teaches,
  type CourseState,
  type EnrolmentState,
  type Taught,
} from './policy.ts'
export { rangesOf } from './reading/topic-view.ts'
export { searchVector } from './catalogue/search-vector.ts'
export { safeHtml } from './safe-html.ts'
export { prefixQuery } from './catalogue/search-words.ts'
export { ensureReferences } from './management/ensure-references.ts'
export { courseColumns } from './management/course-columns.ts'
export { facultyCourses, takeOutOfCategory } from './faculty-courses.ts'
export { addToRatings, setHasLockExceptions, unmarkSample } from './course-marks.ts'
export { insertCaptions, insertContents, insertDrafts, insertLessons } from './outline/insert-outline.ts'
export { createCourse, ensureSchoolNo, insertCourse, type NewCourse } from './management/create-course.ts'
export { coursesOfDepartment } from './management/update-department-of-courses.ts'
export { cuesOf, type Cue } from './captions/caption-cues.ts'
export { courseContentsChanged, courseCreated, courseUpdated } from './events.ts'
export { deleteCourse } from './management/delete-course.ts'
export { discardUnused } from './outline/delete-content-data.ts'
export { captionsOf } from './captions/captions.ts'
export { getCourseContents } from './reading/get-course-contents.ts'
export { mayOpenContent } from './reading/may-open-content.ts'
export { publishedOutlines } from './reading/outline-cache.ts'
export { outlineChanged } from './outline/outline-version.ts'
export { savedCourse } from './management/saved-course.ts'
export { completionOf, secondsNeeded } from './outline/completion-rules.ts'
export { exceptionsFor } from './reading/lock-exceptions.ts'
export { ownTitles } from './reading/student-titles.ts'
export { lockOf, type Lockable, type LockException, type LockReader } from './reading/locks.ts'
export { personalData } from './personal-data.ts'
