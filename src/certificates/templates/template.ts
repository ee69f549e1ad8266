import type { CertificateDesign } from '#lib/certificates/index.ts'
import type { Language } from '#lib/languages/languages.ts'

/** The immutable content of a version of a template. */
export interface TemplateContent {
  /** Printed instead of the name of the course; null for the name of the course. */
  course_name: string | null
  /** Upload of the image of the signature. */
  signature: string | null
  signer: string
  certification_text: string
  cert_index: number
  /** Language of dates; null for the school’s. */
  language: Language | null
  validity_months: number | null
  design: CertificateDesign
}

/** A template with its current version. */
export interface CertificateTemplate {
  id: string
  name: string
  course_id: string | null
  version: number
  content: TemplateContent
}

/** Uploads whose images a version shows. */
export const filesOf = ({ signature, design }: TemplateContent): string[] => [
  ...new Set([
    ...(signature ? [signature] : []),
    ...design.blocks.flatMap((block) =>
      block.kind === 'image' && block.source === 'file' && block.upload_id ? [block.upload_id] : [],
    ),
  ]),
]
