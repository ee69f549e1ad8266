import { defineEndpoint, defineEndpointWithoutTx } from '#tenancy/http/endpoints.ts'
import {
  discardContentDraft,
  getContentVersion,
  listContentVersions,
  restoreContentVersion,
} from './publishing/content-history.ts'
import { addCaption } from './captions/add-caption.ts'
import { listCaptions, getTranscript, deleteCaption } from './captions/captions.ts'
import * as contract from './contract.ts'
import { createContent } from './contents/create-content.ts'
import { createLesson } from './outline/create-lesson.ts'
import { deleteContent } from './contents/delete-content.ts'
import { deleteContents } from './contents/delete-contents.ts'
import { deleteContentVersion } from './publishing/delete-content-version.ts'
import { deleteCourse, restoreCourse } from './management/delete-course.ts'
import { deleteLesson } from './outline/delete-lesson.ts'
import { duplicateContent, duplicateContents, duplicateLesson } from './contents/duplicate-contents.ts'
import { getCourseContents } from './reading/get-course-contents.ts'
import { getFreePreview } from './reading/free-preview.ts'
import { getCourseDetails } from './catalogue/get-course-details.ts'
import { checkPublishing } from './publishing/check-publishing.ts'
import { listMirrors } from './outline/list-mirrors.ts'
import { listPublicTeachers } from './catalogue/list-public-teachers.ts'
import { listCourses, listPublicCourses, listTaughtCourses } from './catalogue/list-courses.ts'
import { lockContents, unlockContents } from './outline/lock-contents.ts'
import { moveContents } from './outline/move-contents.ts'
import { publishContent } from './publishing/publish-content.ts'
import { reorderContents, reorderLessons } from './outline/reorder.ts'
import { searchCourses } from './catalogue/search-courses.ts'
import { updateContent } from './contents/update-content.ts'
import { updateCourseAdsVideo } from './management/update-course-ads-video.ts'
import { updateCourse } from './management/update-course.ts'
import { updateLesson } from './outline/update-lesson.ts'

/** Columns that both lists of courses have as CSV. */
const courseColumns = [
  'course_isPublic',
  'is_hidden',
  'is_coming_soon',
  'price',
  'lessons_count',
  'contents_count',
  'students_count',
  'pending_count',
  'rating_average',
  'course_start_date',
  'course_end_date',
  'created_at',
  'updated_at',
] as const

export const api = [
  defineEndpoint(contract.updateCourse, updateCourse),
  defineEndpoint(contract.deleteCourse, deleteCourse),
  defineEndpoint(contract.restoreCourse, restoreCourse),
  defineEndpoint(contract.updateCourseAdsVideo, updateCourseAdsVideo),
  defineEndpoint(contract.listCourses, listCourses, {
    csv: ['course_name', 'course_code', 'course_teacher_name', ...courseColumns],
  }),
  defineEndpoint(contract.listTaughtCourses, listTaughtCourses, {
    csv: ['course_name', 'course_code', ...courseColumns],
  }),
  defineEndpoint(contract.getCourseDetails, getCourseDetails),
  defineEndpoint(contract.getFreePreview, getFreePreview),
  defineEndpoint(contract.getCourseContents, getCourseContents),
  defineEndpoint(contract.listPublicCourses, listPublicCourses),
  defineEndpoint(contract.listPublicTeachers, listPublicTeachers),
  defineEndpoint(contract.checkPublishing, checkPublishing),
  defineEndpoint(contract.listMirrors, listMirrors),
  defineEndpoint(contract.searchCourses, searchCourses),
  defineEndpoint(contract.createLesson, createLesson),
  defineEndpoint(contract.updateLesson, updateLesson),
  defineEndpoint(contract.deleteLesson, deleteLesson),
  defineEndpoint(contract.reorderLessons, reorderLessons),
  defineEndpoint(contract.createContent, createContent),
  defineEndpoint(contract.updateContent, updateContent),
  defineEndpoint(contract.deleteContent, deleteContent),
  defineEndpoint(contract.deleteContents, deleteContents),
  defineEndpoint(contract.duplicateLesson, duplicateLesson),
  defineEndpoint(contract.duplicateContent, duplicateContent),
  defineEndpoint(contract.duplicateContents, duplicateContents),
  defineEndpoint(contract.reorderContents, reorderContents),
  defineEndpoint(contract.moveContents, moveContents),
  defineEndpoint(contract.lockContents, lockContents),
  defineEndpoint(contract.unlockContents, unlockContents),
  defineEndpoint(contract.publishContent, publishContent),
  defineEndpoint(contract.discardContentDraft, discardContentDraft),
  defineEndpoint(contract.listContentVersions, listContentVersions),
  defineEndpoint(contract.getContentVersion, getContentVersion),
  defineEndpoint(contract.restoreContentVersion, restoreContentVersion),
  defineEndpoint(contract.deleteContentVersion, deleteContentVersion),
  defineEndpoint(contract.listCaptions, listCaptions),
  defineEndpoint(contract.getTranscript, getTranscript),
  defineEndpointWithoutTx(contract.addCaption, addCaption),
  defineEndpoint(contract.deleteCaption, deleteCaption),
]
