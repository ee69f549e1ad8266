import type { CertificateDesign } from '#lib/certificates/index.ts'
import { languages } from '#lib/languages/languages.ts'
import type { ApiInput, ApiReply } from '#platform/client/api/client.ts'
import type { StoredImage } from '#ui/form/image/image-field.tsx'
import type * as contract from '../../contract.ts'

export type Template = ApiReply<typeof contract.getSchoolCertificate>

/** The fields of the form besides the design. A type, because values of forms have an index signature. */
export type TemplateDraft = {
  name: string
  course_id: string | null
  course_name: string
  certification_text: string
  signer: string
  signature: StoredImage | null
  language: string | null
  validity_months: number | null
}

export const draftOf = (template: Template): TemplateDraft => ({
  name: template.name,
  course_id: template.course_id,
  course_name: template.course_name ?? '',
  certification_text: template.certification_text,
  signer: template.signer,
  signature: template.signature ? { upload_id: template.signature, url: template.signature_url ?? '' } : null,
  language: template.language,
  validity_months: template.validity_months,
})

/** What the API takes of the draft. */
export function inputOf({ signature, language, ...draft }: TemplateDraft, design: CertificateDesign) {
  return {
    ...draft,
    course_name: draft.course_name.trim() || null,
    signature: signature?.upload_id ?? null,
    language: languages.find((one) => one === language) ?? null,
    design,
  } satisfies Omit<ApiInput<typeof contract.updateSchoolCertificate>, 'id'>
}
