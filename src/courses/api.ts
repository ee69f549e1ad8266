import { handle, handleOwn } from '#platform/http.ts'
import {
  discardContentDraft,
  getContentVersion,
  listContentVersions,
  restoreContentVersion,
} from './content-history.ts'
import { addCaption } from './add-caption.ts'
import { listCaptions, readTranscript, removeCaption } from './captions.ts'
import * as contract from './contract.ts'
import { createContent } from './create-content.ts'
import { createLesson } from './create-lesson.ts'
import { deleteContent } from './delete-content.ts'
import { deleteContents } from './delete-contents.ts'
import { deleteContentVersion } from './delete-content-version.ts'
import { deleteCourse, restoreCourse } from './delete-course.ts'
import { deleteLesson } from './delete-lesson.ts'
import { duplicateContent, duplicateContents, duplicateLesson } from './duplicate-contents.ts'
import { getCourseContents } from './get-course-contents.ts'
import { getCourseDetails } from './get-course-details.ts'
import { listMirrors } from './list-mirrors.ts'
import { listCourses, listPublicCourses, listTaughtCourses } from './list-courses.ts'
import { lockContents, unlockContents } from './lock-contents.ts'
import { moveContents } from './move-contents.ts'
import { publishContent } from './publish-content.ts'
import { reorderContents, reorderLessons } from './reorder.ts'
import { searchCourses } from './search-courses.ts'
import { updateContent } from './update-content.ts'
import { updateCourseAdsVideo } from './update-course-ads-video.ts'
import { updateCourse } from './update-course.ts'
import { updateLesson } from './update-lesson.ts'

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
