import { facultyLookup, personErasureDue, storeAcceptedTexts, storeConsent } from '#accounts/index.ts'
import { leaveCategory } from '#categories/index.ts'
import { consentChanged, legalTextsAccepted } from '#consent/index.ts'
import {
  courseContentsChanged,
  courseCreated,
  coursesOfDepartment,
  courseUpdated,
  facultyCourses,
  takeOutOfCategory,
} from '#courses/index.ts'
import { courseAssignments, departmentUpdated, facultiesOfAccounts } from '#faculties/index.ts'
import { scheduleOpening } from '#course-interest/index.ts'
import { scheduleCourseEnd } from '#learning/index.ts'
import { erasePersonNow, personalDataOfDomains } from '#data-privacy/index.ts'
import { passagesChanged } from '#content-chunks/index.ts'
import { createReactions, fill, on } from '#tenancy/context/domain-events.ts'
import { personalData } from './personal-data.ts'

/** How domains react to each other's events, and what fills the slots that they leave open. */
export const reactions = createReactions([
  on(consentChanged, storeConsent),
  on(legalTextsAccepted, storeAcceptedTexts),
  on(courseCreated, (ctx, { course }) => scheduleCourseEnd(ctx, course)),
  on(courseUpdated, (ctx, { course }) => scheduleCourseEnd(ctx, course)),
  on(courseUpdated, (ctx, { before, course }) =>
    scheduleOpening(ctx, before, { ...course, course_is_public: course.course_isPublic }),
  ),
  on(courseContentsChanged, (ctx, { course_id }) => passagesChanged(ctx, course_id)),
  on(departmentUpdated, (ctx, { department_id, ...department }) =>
    coursesOfDepartment(ctx, department_id, department),
  ),
  on(personErasureDue, (ctx, { user_id }) => erasePersonNow(ctx, user_id)),
  fill(facultyLookup, facultiesOfAccounts),
  fill(courseAssignments, facultyCourses),
  fill(leaveCategory, takeOutOfCategory),
  fill(personalDataOfDomains, personalData),
])
