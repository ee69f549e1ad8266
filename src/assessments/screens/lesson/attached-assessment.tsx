import { Badge, Group, Text } from '@mantine/core'
import { IconUnlink } from '@tabler/icons-react'
import { useApiMutation } from '#tenancy/client/queries.ts'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { AssessmentFacts, type ShownAssessment } from './assessment-facts.tsx'
import { shownAssessment } from './shown-assessment.ts'
import classes from './lesson-assessment.module.css'

interface Props {
  assessment: ShownAssessment
  onChange: (assessment: ShownAssessment | null) => void
}

/** The assessment that a lesson shows, for its editor. */
export function AttachedAssessment({ assessment, onChange }: Props) {
  const { t } = useTranslation('lesson-assessments')
  const { kind, name, is_published, question_count } = assessment
  return (
    <div className={classes.card}>
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          {t(`kinds.${kind}`)}
        </Text>
        <Badge color={is_published ? 'success' : 'gray'} variant="light">
          {t(is_published ? 'published' : 'states.draft')}
        </Badge>
      </Group>
      <Text fw={600} dir="auto" className={classes.name ?? ''}>
        {name}
      </Text>
      <AssessmentFacts assessment={assessment} />
      {!is_published && (
        <Text size="sm" c="dimmed">
          {t(question_count === 0 ? 'addQuestionsFirst' : 'publishFirst')}
        </Text>
      )}
      <Actions assessment={assessment} onChange={onChange} />
    </div>
  )
}

function Actions({ assessment: { id, is_published, question_count }, onChange }: Props) {
  const { t } = useTranslation('lesson-assessments')
  const { errorText } = useErrorText()
  const options = {
    invalidates: [contract.listAssessments],
    onError: (error: Parameters<typeof errorText>[0]) => toast(errorText(error), 'error'),
  }
  const publish = useApiMutation(contract.publishAssessment, {
    ...options,
    onSuccess: (saved) => onChange(shownAssessment(saved)),
  })
  const detach = useApiMutation(contract.updateAssessment, { ...options, onSuccess: () => onChange(null) })
  return (
    <Group gap="sm">
      {!is_published && question_count > 0 && (
        <Button loading={publish.isPending} onClick={() => publish.mutate({ id })}>
          {t('publish')}
        </Button>
      )}
      {is_published && (
        <LinkButton variant="default" to={`/manage/assessments/${id}/results`}>
          {t('results')}
        </LinkButton>
      )}
      <Button
        variant="default"
        loading={detach.isPending}
        leftSection={<IconUnlink size={18} aria-hidden />}
        onClick={() => detach.mutate({ id, content_id: null })}
      >
        {t('remove')}
      </Button>
    </Group>
  )
}
