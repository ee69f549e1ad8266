import { Type } from 'typebox'
import {
  Id,
  Nullable,
  OkReply,
  PageOf,
  PagingParams,
  SingleLineText,
  Text,
} from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { ById, SchoolCertificate, templateSettings } from './shapes.ts'

const school = '/school-certificate'
/** 40 blocks, each with a text of 2,000 characters. */
const designBytes = 300_000

export const createSchoolCertificate = defineRoute({
  name: 'createSchoolCertificate',
  method: 'POST',
  path: `${school}/create`,
  access: 'admin',
  summary: 'Create a school certificate: the template from which certificates are issued',
  body: Type.Object({ school_id: Type.Optional(Id), ...templateSettings }),
  bodyLimitBytes: designBytes,
  idempotent: true,
  reply: [201, SchoolCertificate],
  refusals: ['too_many_certificate_templates', 'block_outside_page'],
})

export const updateSchoolCertificate = defineRoute({
  name: 'updateSchoolCertificate',
  method: 'PUT',
  path: `${school}/certificate/:id`,
  access: 'admin',
  summary: 'Change a school certificate; issued certificates stay as they are',
  params: ById,
  body: Type.Object({
    school_id: Type.Optional(Id),
    ...templateSettings,
    /** The version that was read: refuses if another person changed it since. */
    version: Type.Optional(Type.Integer({ minimum: 1 })),
  }),
  bodyLimitBytes: designBytes,
  reply: [200, SchoolCertificate],
  refusals: ['block_outside_page', 'edit_conflict'],
})

export const getSchoolCertificate = defineRoute({
  name: 'getSchoolCertificate',
  method: 'GET',
  path: `${school}/certificate/:id`,
  access: 'admin',
  summary: 'Get a school certificate',
  params: ById,
  reply: [200, SchoolCertificate],
})

export const deleteSchoolCertificate = defineRoute({
  name: 'deleteSchoolCertificate',
  method: 'DELETE',
  path: `${school}/certificate/:id`,
  access: 'admin',
  summary: 'Delete a school certificate; issued certificates stay valid',
  params: ById,
  reply: [200, OkReply],
})

export const listSchoolCertificates = defineRoute({
  name: 'listSchoolCertificates',
  method: 'GET',
  path: `${school}/certificates`,
  access: 'admin',
  summary: 'List school certificates, last changed first',
  query: Type.Object({
    ...PagingParams,
    school_id: Type.Optional(Id),
    course_id: Type.Optional(Id),
    /** Part of the name. */
    search: Type.Optional(Text(200)),
  }),
  csv: 'certificate-templates',
  reply: [200, PageOf(SchoolCertificate)],
})

export const previewSchoolCertificate = defineRoute({
  name: 'previewSchoolCertificate',
  method: 'POST',
  path: `${school}/preview`,
  access: 'admin',
  summary: 'Draw a certificate that is not issued, as the image of its PDF',
  body: Type.Object({
    student_name: Type.Optional(SingleLineText(200)),
    course_name: Type.Optional(Nullable(Text(200))),
    course_id: Type.Optional(Nullable(Id)),
    signature: templateSettings.signature,
    signer: templateSettings.signer,
    certification_text: templateSettings.certification_text,
    language: templateSettings.language,
    validity_months: templateSettings.validity_months,
    cert_index: templateSettings.cert_index,
    /** Without it the ready-made design. */
    design: templateSettings.design,
  }),
  bodyLimitBytes: designBytes,
  limits: [{ by: 'user', max: 600, seconds: 3600 }],
  transaction: 'own',
  reply: [
    200,
    Type.Object({
      content_type: Type.String(),
      /** Content in base64. */
      content: Type.String(),
      /** Blocks whose text does not fit. */
      overfull_blocks: Type.Array(Type.String()),
      student_name: Type.String(),
    }),
  ],
  refusals: ['block_outside_page'],
})
