import { Type } from 'typebox'
import {
  Id,
  Nullable,
  OkReply,
  PageOf,
  PagingParams,
  SingleLineText,
  StringEnum,
  Text,
} from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import {
  ById,
  CertificateRequest,
  CertificateState,
  PublicCertificate,
  StudentCertificate,
} from './shapes.ts'

export { refusals } from './refusals.ts'
export {
  createCertificateRule,
  deleteCertificateRule,
  listCertificateRules,
  previewCertificateRule,
} from './rule-contract.ts'
export {
  createSchoolCertificate,
  deleteSchoolCertificate,
  getSchoolCertificate,
  listSchoolCertificates,
  previewSchoolCertificate,
  updateSchoolCertificate,
} from './template-contract.ts'

const student = '/student-certificate'

// ---- Issuing ----

export const createStudentCertificate = defineRoute({
  name: 'createStudentCertificate',
  method: 'POST',
  path: `${student}/create`,
  access: 'admin',
  summary: 'Issue a certificate to a student',
  body: Type.Object({
    school_id: Type.Optional(Id),
    student_id: Id,
    /** The school certificate; without it that of the course, else the last changed one for any course. */
    certificate_id: Type.Optional(Nullable(Id)),
    course_id: Type.Optional(Nullable(Id)),
    course_name: Type.Optional(Nullable(Text(200))),
    /** As it is printed; without it the name of the account. */
    student_name: Type.Optional(Nullable(Text(200))),
    /** Ignored: the image is drawn from the school certificate. */
    certificate_image: Type.Optional(Nullable(Text(2_000))),
  }),
  idempotent: true,
  reply: [201, StudentCertificate],
  refusals: ['no_certificate_template', 'certificate_exists'],
})

/** Students of one assignment. */
export const maxAssigned = 5_000

export const assignCertificates = defineRoute({
  name: 'assignCertificates',
  method: 'POST',
  path: `${student}/admin-assign-certificate`,
  access: 'admin',
  summary: 'Issue certificates to many students, or preview who gets one',
  body: Type.Object({
    school_id: Type.Optional(Id),
    certificate_id: Type.Optional(Nullable(Id)),
    course_id: Type.Optional(Nullable(Id)),
    course_name: Type.Optional(Nullable(Text(200))),
    student_id: Type.Optional(Nullable(Id)),
    student_ids: Type.Optional(Type.Array(Id, { maxItems: maxAssigned, uniqueItems: true })),
    /** All students who completed the course `course_id`. */
    completed_only: Type.Optional(Type.Boolean()),
    /** Issues nothing. */
    preview: Type.Optional(Type.Boolean()),
  }),
  bodyLimitBytes: 256 * 1024,
  idempotent: true,
  reply: [
    200,
    Type.Object({
      issued_count: Type.Integer(),
      data: Type.Array(
        Type.Object({
          student_id: Id,
          student_name: Type.String(),
          outcome: StringEnum('issued', 'has_certificate', 'not_a_student'),
          /** The issued or existing certificate; null in a preview. */
          id: Nullable(Id),
        }),
      ),
    }),
  ],
  refusals: ['no_certificate_template'],
})

export const correctCertificate = defineRoute({
  name: 'correctCertificate',
  method: 'POST',
  path: `${student}/certificate/:id/correct`,
  access: 'admin',
  summary: 'Issue a corrected certificate, which replaces this one',
  params: ById,
  body: Type.Object({
    student_name: Type.Optional(SingleLineText(200)),
    course_name: Type.Optional(SingleLineText(200)),
    reason: Type.Optional(Text(1_000)),
  }),
  idempotent: true,
  reply: [201, StudentCertificate],
  refusals: ['certificate_not_valid', 'person_erased'],
})

export const revokeCertificate = defineRoute({
  name: 'revokeCertificate',
  method: 'DELETE',
  path: `${student}/certificate/:id`,
  access: 'admin',
  summary: 'Revoke a certificate at once',
  params: ById,
  query: Type.Object({ reason: Type.Optional(Text(1_000)) }),
  reply: [200, OkReply],
  refusals: ['certificate_not_valid'],
})

// ---- Reading ----

export const listStudentCertificates = defineRoute({
  name: 'listStudentCertificates',
  method: 'GET',
  path: `${student}/certificates/:student_id`,
  access: 'user',
  summary: 'List the certificates of a student, for that student and staff',
  params: Type.Object({ student_id: Id }),
  query: Type.Object(PagingParams),
  reply: [200, PageOf(StudentCertificate)],
})

export const listCertificates = defineRoute({
  name: 'listCertificates',
  method: 'GET',
  path: `${student}/certificates`,
  access: 'admin',
  summary: 'List all issued certificates, newest first',
  query: Type.Object({
    ...PagingParams,
    course_id: Type.Optional(Id),
    state: Type.Optional(CertificateState),
    /** Part of the name of the student, or the number. */
    search: Type.Optional(Text(200)),
  }),
  csv: 'certificates',
  reply: [200, PageOf(StudentCertificate)],
})

export const getCertificate = defineRoute({
  name: 'getCertificate',
  method: 'GET',
  path: `${student}/certificates/id/:id`,
  access: 'public',
  scope: 'any',
  apiClient: 'optional',
  summary: 'Verify a certificate by its public id, on every host',
  transaction: 'own',
  params: ById,
  reply: [200, PublicCertificate],
  refusals: ['person_erased', 'too_many_requests'],
})

export const setCertificatePrivacy = defineRoute({
  name: 'setCertificatePrivacy',
  method: 'PUT',
  path: `${student}/certificate/:id/privacy`,
  access: 'student',
  summary: 'Show or hide the caller’s name to visitors',
  params: ById,
  body: Type.Object({ is_public: Type.Boolean() }),
  reply: [200, StudentCertificate],
})

// ---- Requests ----

export const requestCertificate = defineRoute({
  name: 'requestCertificate',
  method: 'POST',
  path: `${student}/request-for-certificate`,
  access: 'student',
  summary: 'Request a certificate of a course',
  body: Type.Object({
    school_id: Type.Optional(Id),
    course_id: Id,
    course_name: Type.Optional(Nullable(Text(200))),
    student_id: Type.Optional(Nullable(Id)),
    student_name: Type.Optional(Nullable(Text(200))),
    message: Type.Optional(Nullable(Text(1_000))),
  }),
  idempotent: true,
  reply: [201, CertificateRequest],
  refusals: ['certificate_requested', 'certificate_exists'],
})

export const listCertificateRequests = defineRoute({
  name: 'listCertificateRequests',
  method: 'GET',
  path: `${student}/requests`,
  access: 'admin',
  summary: 'List requests for certificates, the oldest first',
  query: Type.Object({
    ...PagingParams,
    state: Type.Optional(StringEnum('requested', 'approved', 'declined')),
  }),
  csv: 'certificate-requests',
  reply: [200, PageOf(CertificateRequest)],
})

export const listMyCertificateRequests = defineRoute({
  name: 'listMyCertificateRequests',
  method: 'GET',
  path: `${student}/my-requests`,
  access: 'student',
  summary: 'List the caller’s requests for certificates, newest first',
  query: Type.Object(PagingParams),
  reply: [200, PageOf(CertificateRequest)],
})

export const decideCertificateRequest = defineRoute({
  name: 'decideCertificateRequest',
  method: 'PUT',
  path: `${student}/requests/:id`,
  access: 'admin',
  summary: 'Approve a request, which issues the certificate, or decline it',
  params: ById,
  body: Type.Object({
    decision: StringEnum('approve', 'decline'),
    certificate_id: Type.Optional(Nullable(Id)),
    reason: Type.Optional(Text(1_000)),
  }),
  reply: [200, CertificateRequest],
  refusals: ['request_already_decided', 'no_certificate_template', 'certificate_exists'],
})
