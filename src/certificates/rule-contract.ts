import { Type } from 'typebox'
import { OkReply, PageOf, PagingParams } from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { ById, CertificateRule, ruleCondition } from './shapes.ts'

const school = '/school-certificate'

export const listCertificateRules = defineRoute({
  name: 'listCertificateRules',
  method: 'GET',
  path: `${school}/certificate/:id/rules`,
  access: 'admin',
  summary: 'List the rules by which certificates are issued from a school certificate, the oldest first',
  params: ById,
  query: Type.Object(PagingParams),
  csv: 'certificate-rules',
  reply: [200, PageOf(CertificateRule)],
})

export const createCertificateRule = defineRoute({
  name: 'createCertificateRule',
  method: 'POST',
  path: `${school}/certificate/:id/rules`,
  access: 'admin',
  summary: 'Issue certificates to every student who meets a condition from now on, or met it before',
  params: ById,
  body: Type.Object({
    ...ruleCondition,
    /** Also issues to students who met the condition before. */
    is_retroactive: Type.Optional(Type.Boolean()),
  }),
  idempotent: true,
  reply: [201, CertificateRule],
  refusals: ['rule_exists', 'too_many_certificate_rules'],
})

export const previewCertificateRule = defineRoute({
  name: 'previewCertificateRule',
  method: 'POST',
  path: `${school}/certificate/:id/rules/preview`,
  access: 'admin',
  summary: 'Count the students who meet a condition now, and those who would get a certificate',
  params: ById,
  body: Type.Object(ruleCondition),
  reply: [
    200,
    Type.Object({
      /** At most 5,000 are counted. */
      meeting_count: Type.Integer(),
      /** Those who have no valid certificate of the school certificate and course. */
      new_count: Type.Integer(),
    }),
  ],
})

export const deleteCertificateRule = defineRoute({
  name: 'deleteCertificateRule',
  method: 'DELETE',
  path: `${school}/rules/:id`,
  access: 'admin',
  summary: 'Delete a rule; issued certificates stay valid',
  params: ById,
  reply: [200, OkReply],
})
