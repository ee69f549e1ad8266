import { Type } from 'typebox'
import { CertificateDesign } from '#lib/certificates/index.ts'
import { languages } from '#lib/languages/languages.ts'
import { Id, Instant, Nullable, SingleLineText, StringEnum, Text } from '#platform/contract/schemas.ts'

export const ById = Type.Object({ id: Id })

const CourseName = Text(200)

/** Settings of a school certificate. Texts may contain merge fields such as `{course_name}`. */
export const templateSettings = {
  /** Name in lists of staff; by default the name of the course. */
  name: Type.Optional(SingleLineText(150)),
  course_id: Type.Optional(Nullable(Id)),
  /** Printed instead of the name of the course; null for the name of the course. */
  course_name: Type.Optional(Nullable(CourseName)),
  /** Upload of an image of the signature, or the name of the person who signs. */
  signature: Type.Optional(Nullable(Text(200))),
  /** Name below the signature. */
  signer: Type.Optional(Nullable(Text(200))),
  certification_text: Type.Optional(Nullable(Text(2_000))),
  /** Index of the ready-made design. */
  cert_index: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 100 }))),
  /** Language of dates; null for the school’s. */
  language: Type.Optional(Nullable(StringEnum(...languages))),
  /** Months until a certificate expires; null if it does not. */
  validity_months: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 600 }))),
  /** Without it the ready-made design `cert_index` is used. */
  design: Type.Optional(Nullable(CertificateDesign)),
}

export const SchoolCertificate = Type.Object({
  id: Id,
  school_id: Id,
  name: Type.String(),
  course_id: Nullable(Id),
  /** Name of that course; null for a template for any course. */
  course_title: Nullable(Type.String()),
  course_name: Nullable(Type.String()),
  signature: Nullable(Type.String()),
  /** Link to the image of the signature for the caller. */
  signature_url: Nullable(Type.String()),
  signer: Type.String(),
  certification_text: Type.String(),
  cert_index: Type.Integer(),
  language: Nullable(Type.String()),
  validity_months: Nullable(Type.Integer()),
  design: CertificateDesign,
  /** Links to the images of signature and blocks for the caller. */
  files: Type.Array(Type.Object({ upload_id: Id, url: Type.String() })),
  version: Type.Integer(),
  created_at: Instant,
  updated_at: Instant,
})

export const CertificateState = StringEnum('issued', 'expired', 'revoked', 'superseded')

export const StudentCertificate = Type.Object({
  /** Public id: anybody who has it may read the certificate. */
  id: Id,
  /** The school certificate from which it was issued. */
  certificate_id: Id,
  /** Address of its image. */
  certificate_image: Type.String(),
  certificate_pdf: Type.String(),
  /** Public page on which it is verified. */
  verify_url: Type.String(),
  number: Type.String(),
  course_id: Nullable(Id),
  course_name: Type.String(),
  student_id: Id,
  student_name: Type.String(),
  state: CertificateState,
  issued_at: Instant,
  expires_at: Nullable(Instant),
  ended_at: Nullable(Instant),
  end_reason: Type.String(),
  replaces_id: Nullable(Id),
  replaced_by_id: Nullable(Id),
  is_public: Type.Boolean(),
})

/** What anybody may read of a certificate. */
export const PublicCertificate = Type.Object({
  id: Id,
  certificate_id: Nullable(Id),
  number: Type.String(),
  course_name: Type.String(),
  /** Null if the student does not show the name. */
  student_name: Nullable(Type.String()),
  student_id: Nullable(Id),
  school_name: Type.String(),
  state: CertificateState,
  issued_at: Instant,
  expires_at: Nullable(Instant),
  ended_at: Nullable(Instant),
  /** The corrected certificate that replaced it. */
  replaced_by_id: Nullable(Id),
  /** Null if it cannot be drawn for visitors. */
  certificate_image: Nullable(Type.String()),
  certificate_pdf: Nullable(Type.String()),
  verify_url: Type.String(),
})

export const CertificateRequest = Type.Object({
  id: Id,
  student_id: Id,
  student_name: Type.String(),
  course_id: Id,
  course_name: Type.String(),
  state: StringEnum('requested', 'approved', 'declined'),
  message: Type.String(),
  decline_reason: Type.String(),
  /** The certificate that was issued. */
  issued_id: Nullable(Id),
  has_completed: Type.Boolean(),
  created_at: Instant,
  decided_at: Nullable(Instant),
})

/** What a student must have done to get a certificate. */
export const ruleCondition = {
  /** The course that the student must complete. */
  course_id: Id,
  /** An assessment of the course, in which the student must also reach `min_score`. */
  content_id: Type.Optional(Nullable(Id)),
  /** Score in per cent. */
  min_score: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 100 }))),
}

export const CertificateRule = Type.Object({
  id: Id,
  /** The school certificate. */
  certificate_id: Id,
  course_id: Id,
  course_name: Type.String(),
  content_id: Nullable(Id),
  /** Title of the assessment; null without one. */
  content_title: Nullable(Type.String()),
  min_score: Nullable(Type.Integer()),
  created_at: Instant,
})
