import type { CertificateDesign, MergeField } from '#lib/certificates/index.ts'

/** Everything that the PDF of a certificate contains, except its images. */
export interface CertificateDrawing {
  title: string
  locale: string
  design: CertificateDesign
  values: Record<MergeField, string>
  verify_url: string
  /** Text of the code for people who do not see it. */
  verify_label: string
}

/** Name of the file of a block’s image in the folder of the task. */
export const imageFile = (block_id: string): string => `image-${block_id}`
