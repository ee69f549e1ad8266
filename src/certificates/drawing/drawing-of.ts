import type { MergeField } from '#lib/certificates/index.ts'
import type { Config } from '#platform/config/config.ts'
import { translator } from '#platform/pages/translate.ts'
import { numberText, type CertificateSnapshot } from '../issuing/snapshot.ts'
import { verifyUrl } from '../queries.ts'
import type { TemplateContent } from '../templates/template.ts'
import type { CertificateDrawing } from './drawing.ts'

interface Drawn {
  id: string
  number: number
  student_name: string
  course_name: string
  issued_at: Date
  expires_at: Date | null
  snapshot: CertificateSnapshot
}

/** What the PDF of a certificate contains. */
export function drawingOf(
  config: Config,
  certificate: Drawn,
  { design }: TemplateContent,
): CertificateDrawing {
  const { id, number, student_name, course_name, issued_at, expires_at, snapshot } = certificate
  const { language, time_zone, school_name, certification_text, signer } = snapshot
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: time_zone })
  const t = translator(language)
  const verify_url = verifyUrl(config, { ...snapshot, id })
  const values: Record<MergeField, string> = {
    student_name,
    course_name,
    school_name,
    certification_text,
    issue_date: day.format(issued_at),
    expiry_date: expires_at ? day.format(expires_at) : '',
    number: numberText(number),
    signer,
  }
  return {
    title: [t('certificates:page.title'), student_name, course_name].filter(Boolean).join(' – '),
    locale: language,
    design,
    values,
    verify_url,
    verify_label: t('certificates:page.code', { url: verify_url }),
  }
}
