import { Type } from 'typebox'
import {
  Id,
  Nullable,
  OkReply,
  PageOf,
  PagingParams,
  RichText,
  SingleLineText,
  StringEnum,
  Text,
} from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import {
  Assessment,
  AssessmentKind,
  AssessmentParams,
  assessmentPath,
  AssessmentSettings,
  AssessmentSummary,
  base,
  Sections,
} from './shapes.ts'

export { refusals } from './refusals.ts'
export * from './attempts-contract.ts'
export * from './exceptions-contract.ts'
export * from './marking-contract.ts'
export * from './regrade-contract.ts'
export * from './rubrics-contract.ts'
export * from './comments-contract.ts'
export type { AssessmentKind, AssessmentSettings, Draw, Item, PublishIssue, Section } from './shapes.ts'

/** Bytes of the longest body: instructions of the assessment and of 50 sections, and 200 draws. */
const assessmentBytes = 2_000_000

const fields = {
  course_id: Type.Optional(Nullable(Id)),
  /** Content of a lesson of the course; its course must be `course_id`. */
  content_id: Type.Optional(Nullable(Id)),
  instructions: Type.Optional(RichText({ maxLength: 20_000 })),
  /** Settings that are left out keep their value, or get that of the kind. */
  settings: Type.Optional(Type.Partial(AssessmentSettings)),
  sections: Type.Optional(Sections),
}

export const createAssessment = defineRoute({
  name: 'createAssessment',
  method: 'POST',
  path: `${base}/assessment`,
  access: 'staff',
  summary: 'Create an assessment of the school or of a course as a draft',
  body: Type.Object({ kind: AssessmentKind, name: SingleLineText(200), ...fields }),
  bodyLimitBytes: assessmentBytes,
  idempotent: true,
  reply: [201, Assessment],
  refusals: ['not_your_course', 'too_many_assessments', 'content_has_assessment'],
})

export const getAssessment = defineRoute({
  name: 'getAssessment',
  method: 'GET',
  path: assessmentPath,
  access: 'staff',
  summary: 'Get the draft of an assessment',
  params: AssessmentParams,
  reply: [200, Assessment],
  refusals: ['not_your_course', 'not_your_assessment'],
})

export const updateAssessment = defineRoute({
  name: 'updateAssessment',
  method: 'PUT',
  path: assessmentPath,
  access: 'staff',
  summary: 'Update the draft of an assessment; students see it after publishing',
  params: AssessmentParams,
  body: Type.Object({
    kind: Type.Optional(AssessmentKind),
    name: Type.Optional(SingleLineText(200)),
    ...fields,
    /** `version` of the assessment that was read; refused if it was saved since. */
    version: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
  }),
  bodyLimitBytes: assessmentBytes,
  reply: [200, Assessment],
  refusals: ['not_your_course', 'not_your_assessment', 'edit_conflict', 'content_has_assessment'],
})

export const deleteAssessment = defineRoute({
  name: 'deleteAssessment',
  method: 'DELETE',
  path: assessmentPath,
  access: 'staff',
  summary: 'Delete an assessment; attempts of students stay',
  params: AssessmentParams,
  reply: [200, OkReply],
  refusals: ['not_your_course', 'not_your_assessment'],
})

export const listAssessments = defineRoute({
  name: 'listAssessments',
  method: 'GET',
  path: `${base}/assessments`,
  access: 'staff',
  summary: 'List the assessments that the caller may edit, last changed first',
  query: Type.Object({
    ...PagingParams,
    course_id: Type.Optional(Id),
    kind: Type.Optional(AssessmentKind),
    state: Type.Optional(StringEnum('draft', 'published')),
    q: Type.Optional(Text(200)),
  }),
  csv: 'assessments',
  reply: [200, PageOf(AssessmentSummary)],
})

export const copyAssessment = defineRoute({
  name: 'copyAssessment',
  method: 'POST',
  path: `${assessmentPath}/copy`,
  access: 'staff',
  summary: 'Copy an assessment as a draft, in the same course or another one',
  params: AssessmentParams,
  body: Type.Object({
    name: Type.Optional(SingleLineText(200)),
    course_id: Type.Optional(Nullable(Id)),
  }),
  idempotent: true,
  reply: [201, Assessment],
  refusals: ['not_your_course', 'not_your_assessment', 'too_many_assessments'],
})

export const publishAssessment = defineRoute({
  name: 'publishAssessment',
  method: 'POST',
  path: `${assessmentPath}/publish`,
  access: 'staff',
  summary: 'Publish the draft as the next revision; running attempts stay with theirs',
  params: AssessmentParams,
  reply: [200, Assessment],
  refusals: ['not_your_course', 'not_your_assessment', 'assessment_incomplete'],
})

export const unpublishAssessment = defineRoute({
  name: 'unpublishAssessment',
  method: 'POST',
  path: `${assessmentPath}/unpublish`,
  access: 'staff',
  summary: 'Hide an assessment from students; running attempts go on',
  params: AssessmentParams,
  reply: [200, Assessment],
  refusals: ['not_your_course', 'not_your_assessment'],
})
