import { Badge, Group, Text, Title } from '@mantine/core'
import { IconChecklist } from '@tabler/icons-react'
import { useParams } from 'react-router'
import { LinkButton } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { AssessmentFacts, type ShownAssessment } from './assessment-facts.tsx'
import classes from './lesson-assessment.module.css'

interface Props {
  /** Null: the content has none, or none that students may see. */
  assessment: ShownAssessment | null
  is_submitted: boolean
}

/** The assessment of the open content: its name, size, limits and state. */
export default function AssessmentCard({ assessment, is_submitted }: Props) {
  const { t } = useTranslation('lesson-assessments')
  const { course_id = '' } = useParams()
  if (!assessment)
    return (
      <EmptyState icon={<IconChecklist size={32} />} title={t('notAvailable')} text={t('notAvailableText')} />
    )
  const { id, kind, name } = assessment
  return (
    <section className={classes.card} aria-label={name}>
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          {t(`kinds.${kind}`)}
        </Text>
        <StateBadge assessment={assessment} is_submitted={is_submitted} />
      </Group>
      <Title order={2} size="h4" className={classes.name ?? ''} dir="auto">
        {name}
      </Title>
      <AssessmentFacts assessment={assessment} />
      <LinkButton to={`/assessments/${id}?course_id=${course_id}`} mt="md">
        {is_submitted ? t('overview') : t('start')}
      </LinkButton>
    </section>
  )
}

function StateBadge({ assessment, is_submitted }: Props & { assessment: ShownAssessment }) {
  const { t } = useTranslation('lesson-assessments')
  const state = stateOf(assessment, is_submitted)
  const color = state === 'submitted' ? 'success' : state === 'open' ? 'blue' : 'gray'
  return (
    <Badge color={color} variant="light">
      {t(`states.${state}`)}
    </Badge>
  )
}

/** By the window for all students: the server applies exceptions of single students when they start. */
function stateOf({ is_published, opens_at, closes_at }: ShownAssessment, is_submitted: boolean) {
  if (!is_published) return 'draft'
  if (is_submitted) return 'submitted'
  const now = Date.now()
  if (opens_at && new Date(opens_at).getTime() > now) return 'notOpen'
  return closes_at && new Date(closes_at).getTime() <= now ? 'closed' : 'open'
}
