import { Type } from 'typebox'
import { Choice, Done, Id, Nullable, route } from '#platform/contract/route.ts'
import { stepNames } from './steps.ts'

const journey = '/user-journey/v2'

export const FirstSteps = Type.Object({
  steps: Type.Array(
    Type.Object({
      step: Choice(...stepNames),
      /** Worked out from what the school is, never ticked by hand. */
      done: Type.Boolean(),
      /** Does not hold up the others. */
      optional: Type.Boolean(),
    }),
  ),
  /** Without the optional ones. */
  done_count: Type.Integer(),
  all_count: Type.Integer(),
  /** Put aside by the one who asks. */
  dismissed: Type.Boolean(),
  /** The newest course that is the school's own: where its first lesson is written and published. */
  course_id: Nullable(Id),
  sample_course_id: Nullable(Id),
})

export const userJourney = route({
  name: 'userJourney',
  method: 'GET',
  path: `${journey}/result`,
  can: 'admin',
  summary: 'The first steps of the school, and how far they are',
  reply: [200, FirstSteps],
})

export const dismissFirstSteps = route({
  name: 'dismissFirstSteps',
  method: 'PUT',
  path: `${journey}/dismissal`,
  can: 'admin',
  summary: 'Puts the first steps aside, or brings them back, for the one who asks',
  body: Type.Object({ dismissed: Type.Boolean() }),
  reply: [200, FirstSteps],
})

export const addSample = route({
  name: 'addSample',
  method: 'POST',
  path: `${journey}/sample`,
  can: 'admin',
  summary: 'Makes a small sample course, private and marked; where there is one already, answers that',
  idempotent: true,
  reply: [201, Type.Object({ course_id: Id })],
})

export const removeSample = route({
  name: 'removeSample',
  method: 'DELETE',
  path: `${journey}/sample`,
  can: 'admin',
  summary: 'Deletes the sample course, which can be restored as any course',
  reply: [200, Done],
  refusals: ['course_is_mirrored'],
})

export const keepSample = route({
  name: 'keepSample',
  method: 'PUT',
  path: `${journey}/sample`,
  can: 'admin',
  summary: 'Makes the sample course one of the school’s own',
  reply: [200, Type.Object({ course_id: Id })],
})
