import { handle, handleOwn } from '#tenancy/http/endpoints.ts'
import {
  discardContentDraft,
  getContentVersion,
  listContentVersions,
  restoreContentVersion,
} from './publishing/content-history.ts'
import { addCaption } from './captions/add-caption.ts'
import { listCaptions, readTranscript, removeCaption } from './captions/captions.ts'
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
import { getCourseDetails } from './catalogue/get-course-details.ts'
import { listMirrors } from './outline/list-mirrors.ts'
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

export const api = [
  handle(contract.updateCourse, updateCourse),
  handle(contract.deleteCourse, deleteCourse),
  handle(contract.restoreCourse, restoreCourse),
  handle(contract.updateCourseAdsVideo, updateCourseAdsVideo),
  handle(contract.listCourses, listCourses),
  handle(contract.listTaughtCourses, listTaughtCourses),
  handle(contract.getCourseDetails, getCourseDetails),
  handle(contract.getCourseContents, getCourseContents),
  handle(contract.listPublicCourses, listPublicCourses),
  handle(contract.listMirrors, listMirrors),
  handle(contract.searchCourses, searchCourses),
  handle(contract.createLesson, createLesson),
  handle(contract.updateLesson, updateLesson),
  handle(contract.deleteLesson, deleteLesson),
  handle(contract.reorderLessons, reorderLessons),
  handle(contract.createContent, createContent),
  handle(contract.updateContent, updateContent),
  handle(contract.deleteContent, deleteContent),
  handle(contract.deleteContents, deleteContents),
  handle(contract.duplicateLesson, duplicateLesson),
  handle(contract.duplicateContent, duplicateContent),
  handle(contract.duplicateContents, duplicateContents),
  handle(contract.reorderContents, reorderContents),
  handle(contract.moveContents, moveContents),
  handle(contract.lockContents, lockContents),
  handle(contract.unlockContents, unlockContents),
  handle(contract.publishContent, publishContent),
  handle(contract.discardContentDraft, discardContentDraft),
  handle(contract.listContentVersions, listContentVersions),
  handle(contract.getContentVersion, getContentVersion),
  handle(contract.restoreContentVersion, restoreContentVersion),
  handle(contract.deleteContentVersion, deleteContentVersion),
  handle(contract.listCaptions, listCaptions),
  handle(contract.readTranscript, readTranscript),
  handleOwn(contract.addCaption, addCaption),
  handle(contract.removeCaption, removeCaption),
]
