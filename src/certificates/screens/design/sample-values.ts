import { useState } from 'react'
import type { MergeField } from '#lib/certificates/merge-fields.ts'
import { useSchool } from '#tenancy/client/frame.tsx'
import { formatTime } from '#ui/components/formatting/format-time.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'

interface Settings {
  course: string | null | undefined
  signer: string | null | undefined
  certification_text: string | null | undefined
}

/** Values of merge fields for a drawing of a template without a student. */
export function useSampleValues(settings: Settings): Record<MergeField, string> {
  const { t, i18n } = useTranslation('manage-certificates')
  const { name, time_zone } = useSchool()
  const { course, signer, certification_text } = settings
  const [now] = useState(() => new Date())
  const today = formatTime(now, { style: 'date', language: i18n.language, zone: time_zone })
  return {
    student_name: t('sample.student'),
    course_name: course || t('sample.course'),
    school_name: name,
    certification_text: certification_text ?? '',
    issue_date: today,
    expiry_date: today,
    number: '000001',
    signer: signer ?? '',
  }
}
