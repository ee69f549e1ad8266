import { Type } from 'typebox'
import { StringEnum, OkReply, Id, Nullable, defineRoute } from '#platform/contract/define-route.ts'
import { onboardingStepNames } from './steps.ts'

const journey = '/user-journey/v2'

export const OnboardingChecklist = Type.Object({
  steps: Type.Array(
    Type.Object({
      step: StringEnum(...onboardingStepNames),
      /** Worked out from what the school is, never ticked by hand. */
      done: Type.Boolean(),
      /** Does not hold up the others. */
      optional: Type.Boolean(),
    }),
  ),
  /** Without the optional ones. */
  processed_count: Type.Integer(),
  all_count: Type.Integer(),
  /** Put aside by the one who asks. */
  dismissed: Type.Boolean(),
  /** The newest course that is the school's own: where its first lesson is written and published. */
  course_id: Nullable(Id),
  sample_course_id: Nullable(Id),
})

export const getOnboardingChecklist = defineRoute({
  name: 'getOnboardingChecklist',
  method: 'GET',
  path: `${journey}/result`,
  can: 'admin',
  summary: 'Get the school’s onboarding checklist and its progress',
  reply: [200, OnboardingChecklist],
})

export const dismissOnboardingChecklist = defineRoute({
  name: 'dismissOnboardingChecklist',
  method: 'PUT',
  path: `${journey}/dismissal`,
  can: 'admin',
  summary: 'Dismiss the onboarding checklist for the caller, or show it again',
  body: Type.Object({ dismissed: Type.Boolean() }),
  reply: [200, OnboardingChecklist],
})

export const addSampleCourse = defineRoute({
  name: 'addSampleCourse',
  method: 'POST',
  path: `${journey}/sample`,
  can: 'admin',
  summary: 'Create a private sample course, or get the existing one',
  idempotent: true,
  reply: [201, Type.Object({ course_id: Id })],
})

export const deleteSampleCourse = defineRoute({
  name: 'deleteSampleCourse',
  method: 'DELETE',
  path: `${journey}/sample`,
  can: 'admin',
  summary: 'Delete the sample course; it can be restored',
  reply: [200, OkReply],
  refusals: ['course_is_mirrored'],
})

export const keepSampleCourse = defineRoute({
  name: 'keepSampleCourse',
  method: 'PUT',
  path: `${journey}/sample`,
  can: 'admin',
  summary: 'Keep the sample course as a normal course',
  reply: [200, Type.Object({ course_id: Id })],
})
