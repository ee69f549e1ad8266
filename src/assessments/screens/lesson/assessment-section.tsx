import { Stack, Title } from '@mantine/core'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { ShownAssessment } from './assessment-facts.tsx'
import { AttachedAssessment } from './attached-assessment.tsx'
import { ChooseAssessment } from './choose-assessment.tsx'

interface Props {
  course_id: string
  content_id: string
  /** Title of the lesson, proposed as the name of a new assessment. */
  title: string
  assessment: ShownAssessment | null
  onChange: (assessment: ShownAssessment | null) => void
}

/** Chooses, creates, publishes and removes the assessment of a lesson. */
export default function AssessmentSection({ assessment, onChange, ...lesson }: Props) {
  const { t } = useTranslation('lesson-assessments')
  return (
    <Stack gap="sm" component="section" aria-label={t('title')}>
      <Title order={2} size="h5">
        {t('title')}
      </Title>
      {assessment ? (
        <AttachedAssessment assessment={assessment} onChange={onChange} />
      ) : (
        <ChooseAssessment {...lesson} onChange={onChange} />
      )}
    </Stack>
  )
}
