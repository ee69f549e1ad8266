export {
  approvalMode,
  contentAccess,
  mayEditCourse,
  teachesCourse,
  type CourseState,
  type EnrolmentState,
  type TaughtCourse,
} from './policy.ts'
export { parseMultirange } from './reading/topic-view.ts'
export { courseSearchVector } from './catalogue/course-search-vector.ts'
export { cachedSafeHtml } from './cached-safe-html.ts'
export { courseCovers, courseNames, findCourses, readableCourses } from './catalogue/find-courses.ts'
export { prefixQuery } from './catalogue/course-search-texts.ts'
export { validateReferences } from './management/ensure-references.ts'
export { courseColumnsFrom } from './management/course-columns-from.ts'
export { facultyCourses, takeOutOfCategory } from './faculty-courses.ts'
export { addToRatings, setHasLockExceptions, unmarkSample } from './course-marks.ts'
export { insertCaptions, insertContents, insertDrafts, insertLessons } from './outline/insert-outline.ts'
export { createCourse, ensureSchoolNo, insertCourse, type NewCourse } from './management/create-course.ts'
export { updateDepartmentOfCourses } from './management/update-department-of-courses.ts'
export { parseCues, type Cue } from './captions/caption-cues.ts'
export { contentAssessments, type ContentAssessment } from './content-assessments.ts'
export {
  contentsCopied,
  contentsDeleted,
  courseContentsChanged,
  courseCreated,
  courseUpdated,
  type CopiedContent,
} from './events.ts'
export { deleteCourse } from './management/delete-course.ts'
export { deleteImageIfUnused, textFilePurposes } from './text-files/text-files.ts'
export { discardUnusedFiles, otherFileUses } from './discard-unused-files.ts'
export { editableHtml, readableHtml } from './text-files/content-html.ts'
export { filesInText, withUsableFiles } from './text-files/file-addresses.ts'
export { getContentCaptions } from './captions/captions.ts'
export { getCourseContents } from './reading/get-course-contents.ts'
export { listCourses, selectEditableCourses } from './catalogue/list-courses.ts'
export { listUnpublishedCourses, listUnpublishedWork } from './publishing/list-unpublished-work.ts'
export { mayReadFreePreview } from './reading/free-preview.ts'
export { assessmentTitles, hasAssessment } from './reading/find-assessment-contents.ts'
export { mayOpenContent } from './reading/may-open-content.ts'
export { publishedOutlineCache } from './reading/outline-cache.ts'
export { incrementOutlineVersion } from './outline/outline-version.ts'
export { courseEditorView } from './management/course-editor-view.ts'
export { completionRuleOf, readingSecondsNeeded, secondsNeeded } from './outline/completion-rules.ts'
export { getLockExceptions } from './reading/lock-exceptions.ts'
export { studentTitles } from './reading/student-titles.ts'
export { findLock, fulfils, type LockSettings, type LockException, type LockReader } from './reading/locks.ts'
export { personalData } from './personal-data.ts'
