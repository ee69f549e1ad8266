import { Type } from 'typebox'
import { StringEnum, OkReply, Id, Nullable } from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { onboardingStepNames } from './steps.ts'

const journey = '/user-journey/v2'

export const OnboardingChecklist = Type.Object({
  steps: Type.Array(
    Type.Object({
      step: StringEnum(...onboardingStepNames),
      /** Derived from the state of the school, never set by hand. */
      done: Type.Boolean(),
      /** Not required by later steps. */
      optional: Type.Boolean(),
    }),
  ),
  /** Without optional steps. */
  processed_count: Type.Integer(),
  all_count: Type.Integer(),
  /** Whether the caller dismissed the checklist. */
  dismissed: Type.Boolean(),
  /** The newest course that is not the sample: the lesson and publish steps refer to it. */
  course_id: Nullable(Id),
  sample_course_id: Nullable(Id),
})

export const getOnboardingChecklist = defineRoute({
  name: 'getOnboardingChecklist',
  method: 'GET',
  path: `${journey}/result`,
  access: 'admin',
  summary: 'Get the school’s onboarding checklist and its progress',
  reply: [200, OnboardingChecklist],
})

export const dismissOnboardingChecklist = defineRoute({
  name: 'dismissOnboardingChecklist',
  method: 'PUT',
  path: `${journey}/dismissal`,
  access: 'admin',
  summary: 'Dismiss the onboarding checklist for the caller, or show it again',
  body: Type.Object({ dismissed: Type.Boolean() }),
  reply: [200, OnboardingChecklist],
})

export const addSampleCourse = defineRoute({
  name: 'addSampleCourse',
  method: 'POST',
  path: `${journey}/sample`,
  access: 'admin',
  summary: 'Create a private sample course, or get the existing one',
  idempotent: true,
  reply: [201, Type.Object({ course_id: Id })],
})

export const deleteSampleCourse = defineRoute({
  name: 'deleteSampleCourse',
  method: 'DELETE',
  path: `${journey}/sample`,
  access: 'admin',
  summary: 'Delete the sample course; it can be restored',
  reply: [200, OkReply],
  refusals: ['course_is_mirrored'],
})

export const keepSampleCourse = defineRoute({
  name: 'keepSampleCourse',
  method: 'PUT',
  path: `${journey}/sample`,
  access: 'admin',
  summary: 'Keep the sample course as a normal course',
  reply: [200, Type.Object({ course_id: Id })],
})
