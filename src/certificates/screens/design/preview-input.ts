import type { CertificateDesign } from '#lib/certificates/index.ts'
import { isLanguage } from '#lib/languages/languages.ts'
import type { ApiInput } from '#platform/client/api/client.ts'
import type { previewSchoolCertificate } from '../../contract.ts'

type Input = ApiInput<typeof previewSchoolCertificate>

/** Settings of a template, stored or edited. */
export interface PreviewSettings {
  course_id: string | null
  course_name: string | null
  signature: string | null
  signer: string
  certification_text: string
  language: string | null
  validity_months: number | null
  design: CertificateDesign
}

/** What the preview of a template takes of its settings. */
export const previewInput = ({ language, ...settings }: PreviewSettings): Input => {
  const { course_id, course_name, signature, signer, certification_text, validity_months, design } = settings
  return {
    course_id,
    course_name,
    signature,
    signer,
    certification_text,
    validity_months,
    design,
    ...(isLanguage(language) && { language }),
  }
}
