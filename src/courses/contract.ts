import { Type } from 'typebox'
import {
  StringEnum,
  OkReply,
  Id,
  InstantText,
  Nullable,
  PageOf,
  PagingParams,
  Text,
} from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { CourseContents, FreePreview } from './outline/outline-shapes.ts'
import {
  CourseCard,
  CourseCreate,
  CourseDetails,
  CourseUpdate,
  SavedCourse,
  StaffCourseRow,
} from './shapes.ts'

export * from './outline/outline-contract.ts'
export {
  deleteContents,
  duplicateContent,
  duplicateContents,
  duplicateLesson,
} from './contents/copy-contract.ts'
export {
  deleteContentVersion,
  discardContentDraft,
  getContentVersion,
  listContentVersions,
  publishContent,
  restoreContentVersion,
} from './publishing/version-contract.ts'
export { checkPublishing } from './publishing/check-contract.ts'
export { addCaption, listCaptions, getTranscript, deleteCaption } from './captions/caption-contract.ts'
export { refusals } from './refusals.ts'
export { SavedCourse, StaffCourseRow } from './shapes.ts'

const CourseId = Type.Object({ id: Id })

// ---- Courses ----

export const createCourse = defineRoute({
  name: 'createCourse',
  method: 'POST',
  path: '/courses/v2/courses',
  access: 'staff',
  summary: 'Create a course',
  query: Type.Object({ school_id: Type.Optional(Id), school_no: Type.Optional(Text(60)) }),
  body: CourseCreate,
  bodyLimitBytes: 256 * 1024,
  reply: [201, SavedCourse],
  idempotent: true,
})

export const updateCourse = defineRoute({
  name: 'updateCourse',
  method: 'PUT',
  path: '/courses/v2/courses/:id',
  access: 'staff',
  summary: 'Update a course; omitted fields do not change',
  params: CourseId,
  body: CourseUpdate,
  bodyLimitBytes: 1024 * 1024,
  reply: [200, SavedCourse],
  refusals: ['course_not_ready', 'not_your_course', 'edit_conflict'],
})

export const deleteCourse = defineRoute({
  name: 'deleteCourse',
  method: 'DELETE',
  path: '/courses/v2/courses/:id',
  access: 'staff',
  summary: 'Delete a course; it can be restored',
  params: CourseId,
  reply: [200, OkReply],
  refusals: ['not_your_course', 'course_is_mirrored'],
})

export const restoreCourse = defineRoute({
  name: 'restoreCourse',
  method: 'PUT',
  path: '/courses/v2/courses/:id/restore',
  access: 'staff',
  summary: 'Restore a deleted course',
  params: CourseId,
  reply: [200, SavedCourse],
  refusals: ['not_your_course'],
})

export const updateCourseAdsVideo = defineRoute({
  name: 'updateCourseAdsVideo',
  method: 'PUT',
  path: '/courses/v2/update-course-ads-video/:id',
  access: 'staff',
  summary: 'Set the promotional video of a course',
  params: CourseId,
  /** An embeddable address, or an upload; neither removes the video. */
  body: Type.Object({
    course_ads_video: Type.Optional(Text(1_000)),
    upload_id: Type.Optional(Id),
    /** As in `updateCourse`. */
    updated_at: Type.Optional(InstantText),
  }),
  reply: [200, SavedCourse],
  refusals: ['not_your_course', 'edit_conflict'],
})

export const listCourses = defineRoute({
  name: 'listCourses',
  method: 'GET',
  path: '/courses/v2/courses',
  access: 'staff',
  summary: 'List courses that the caller can edit, newest first',
  query: Type.Object({
    ...PagingParams,
    /** Part of a name or code. */
    q: Type.Optional(Text(100)),
    visibility: Type.Optional(StringEnum('public', 'private', 'hidden', 'coming_soon')),
    category_id: Type.Optional(Id),
    faculty_id: Type.Optional(Id),
    course_teacher_id: Type.Optional(Id),
  }),
  csv: 'courses',
  reply: [200, PageOf(StaffCourseRow)],
})

export const listTaughtCourses = defineRoute({
  name: 'listTaughtCourses',
  method: 'GET',
  path: '/courses/v1/tea/courses',
  access: 'teacher',
  summary: 'List courses that the calling teacher teaches',
  query: Type.Object(PagingParams),
  csv: 'courses',
  reply: [200, PageOf(StaffCourseRow)],
})

export const listMirrors = defineRoute({
  name: 'listMirrors',
  method: 'GET',
  path: '/courses/v2/courses/:id/mirrors',
  access: 'staff',
  summary: 'List the mirrors of a course, by name',
  params: CourseId,
  reply: [
    200,
    Type.Object({
      data: Type.Array(Type.Object({ id: Id, course_name: Type.String(), may_edit: Type.Boolean() })),
      /** Counted up to 1,000. */
      total: Type.Integer(),
    }),
  ],
  refusals: ['not_your_course'],
})

// ---- Reading ----

export const getCourseDetails = defineRoute({
  name: 'getCourseDetails',
  method: 'GET',
  path: '/courses/v2/course-details/:id',
  access: 'public',
  summary: 'Get a course as its landing page shows it, with more fields for its editors',
  params: CourseId,
  reply: [200, CourseDetails],
})

export const getFreePreview = defineRoute({
  name: 'getFreePreview',
  method: 'GET',
  path: '/courses/v2/free-previews/:course_id/:content_id',
  access: 'public',
  summary: 'Get a content that everybody may open, as its public page shows it',
  params: Type.Object({ course_id: Id, content_id: Id }),
  reply: [200, FreePreview],
})

export const getCourseContents = defineRoute({
  name: 'getCourseContents',
  method: 'GET',
  path: '/courses/v2/course-content-details/:id',
  access: 'user',
  summary: 'Get the outline of a course with the caller’s progress, and the open topic',
  params: CourseId,
  query: Type.Object({
    /** The content to open; default: the last opened one, else the first. */
    topic: Type.Optional(Id),
    /** Shows staff the view of an approved student. */
    creator_preview: Type.Optional(Type.Boolean()),
  }),
  reply: [200, CourseContents],
  refusals: ['not_approved', 'not_your_course', 'course_coming_soon', 'course_not_started'],
})

export const listPublicCourses = defineRoute({
  name: 'listPublicCourses',
  method: 'GET',
  path: '/schools/auth/api/v1/all-courses/:school_id',
  access: 'public',
  summary: 'List the public courses of a school, newest first',
  params: Type.Object({ school_id: Id }),
  query: Type.Object({ ...PagingParams, category_id: Type.Optional(Id), faculty_id: Type.Optional(Id) }),
  reply: [200, PageOf(CourseCard)],
})

export const listPublicTeachers = defineRoute({
  name: 'listPublicTeachers',
  method: 'GET',
  path: '/courses/v2/public-teachers',
  access: 'public',
  summary: 'List the teachers of the listed courses, those with most courses first',
  reply: [
    200,
    Type.Object({
      data: Type.Array(
        Type.Object({
          id: Id,
          name: Type.String(),
          bio: Type.String(),
          avatar_url: Nullable(Type.String()),
          courses_count: Type.Integer(),
        }),
        { maxItems: 12 },
      ),
    }),
  ],
})

export const searchCourses = defineRoute({
  name: 'searchCourses',
  method: 'GET',
  path: '/schools/auth/api/v1/course_search/:school_id',
  access: 'public',
  summary: 'Search the public courses of a school, best match first',
  limits: [{ by: 'address', max: 120, seconds: 60 }],
  params: Type.Object({ school_id: Id }),
  query: Type.Object({ ...PagingParams, searchQuery: Text(200) }),
  reply: [200, PageOf(CourseCard)],
})
