import { Type } from 'typebox'
import {
  Id,
  Instant,
  Nullable,
  OkReply,
  PageOf,
  PagingParams,
  StringEnum,
} from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { AssessmentParams, assessmentPath, base } from './shapes.ts'

const regradePath = `${base}/regrades/:id`
const RegradeParams = Type.Object({ id: Id })
const refusals = ['not_your_course', 'not_your_assessment'] as const

/**
 * `new_key`: by the newest key. `either_key`: by the newest or an earlier key,
 * whichever gives more. `full_marks`: all points
 * for everybody who was asked. `drop`: the question does not count. `never_lower`: by the newest key, but nobody loses.
 */
const Policy = StringEnum('new_key', 'either_key', 'full_marks', 'drop', 'never_lower')

const Regrade = Type.Object({
  id: Id,
  assessment_id: Id,
  question_id: Id,
  question_name: Type.String(),
  policy: Policy,
  state: StringEnum('computing', 'ready', 'applying', 'applied', 'discarded'),
  /** Changed marks, by what happens to the score of the attempt. */
  rising_count: Type.Integer(),
  falling_count: Type.Integer(),
  unchanged_count: Type.Integer(),
  /** Marks of people that stay. */
  manual_count: Type.Integer(),
  applied_count: Type.Integer(),
  /** Marks that changed after the preview, and so were left as they are. */
  skipped_count: Type.Integer(),
  created_at: Instant,
  created_by_name: Nullable(Type.String()),
  applied_at: Nullable(Instant),
})

export const listGradedQuestions = defineRoute({
  name: 'listGradedQuestions',
  method: 'GET',
  path: `${assessmentPath}/graded-questions`,
  access: 'staff',
  summary: 'List the questions of submitted attempts, with the number of answers that an older key graded',
  params: AssessmentParams,
  query: Type.Object(PagingParams),
  reply: [
    200,
    PageOf(
      Type.Object({
        question_id: Id,
        bank_id: Id,
        name: Type.String(),
        answer_count: Type.Integer(),
        /** Answers that were graded by an older revision of the key. */
        outdated_count: Type.Integer(),
      }),
    ),
  ],
  refusals,
})

export const createRegrade = defineRoute({
  name: 'createRegrade',
  method: 'POST',
  path: `${assessmentPath}/regrades`,
  access: 'staff',
  summary: 'Compute the preview of a regrade of one question; no mark changes before it is applied',
  params: AssessmentParams,
  body: Type.Object({ question_id: Id, policy: Policy }),
  reply: [201, Regrade],
  refusals: [...refusals, 'regrade_running'],
})

export const listRegrades = defineRoute({
  name: 'listRegrades',
  method: 'GET',
  path: `${assessmentPath}/regrades`,
  access: 'staff',
  summary: 'List the regrades of an assessment, newest first',
  params: AssessmentParams,
  query: Type.Object(PagingParams),
  reply: [200, PageOf(Regrade)],
  refusals,
})

export const getRegrade = defineRoute({
  name: 'getRegrade',
  method: 'GET',
  path: regradePath,
  access: 'staff',
  summary: 'Get a regrade with the counts of its preview',
  params: RegradeParams,
  reply: [200, Regrade],
  refusals,
})

export const listRegradeRows = defineRoute({
  name: 'listRegradeRows',
  method: 'GET',
  path: `${regradePath}/rows`,
  access: 'staff',
  summary: 'List the marks that a regrade changes, by attempt',
  params: RegradeParams,
  query: Type.Object({
    ...PagingParams,
    change: Type.Optional(StringEnum('rises', 'falls', 'same')),
  }),
  reply: [
    200,
    PageOf(
      Type.Object({
        attempt_id: Id,
        slot: Type.Integer(),
        /** Null while names are hidden for marking. */
        user_id: Nullable(Id),
        user_name: Nullable(Type.String()),
        points_before: Nullable(Type.Number()),
        /** Null: a person must mark the answer. */
        points_after: Nullable(Type.Number()),
        is_dropped: Type.Boolean(),
        /** 0 to 100, of the whole attempt; null while a person must mark an answer. */
        score_before: Nullable(Type.Number()),
        score_after: Nullable(Type.Number()),
        outcome: StringEnum('open', 'applied', 'skipped'),
      }),
    ),
  ],
  refusals,
})

export const applyRegrade = defineRoute({
  name: 'applyRegrade',
  method: 'POST',
  path: `${regradePath}/apply`,
  access: 'staff',
  summary: 'Apply a regrade; marks that changed since its preview stay, and repeating it changes nothing',
  params: RegradeParams,
  reply: [200, Regrade],
  refusals: [...refusals, 'regrade_not_ready'],
})

export const discardRegrade = defineRoute({
  name: 'discardRegrade',
  method: 'DELETE',
  path: regradePath,
  access: 'staff',
  summary: 'Discard the preview of a regrade',
  params: RegradeParams,
  reply: [200, OkReply],
  refusals: [...refusals, 'regrade_running'],
})
