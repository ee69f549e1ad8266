import { Alert, Paper, Stack, Table, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { useApiMutation, useApiQuery } from '#tenancy/client/queries.ts'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { RichText } from '#ui/components/rich-text.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { AttemptList } from './overview/attempt-list.tsx'
import { useRules, type Overview } from './overview/use-rules.ts'

export const handle: ScreenHandle = { private: true, query: ['course_id'], namespaces: ['taking'] }

/** What a student reads before an attempt: rules, what happens offline, and earlier attempts. */
export default function TakeAssessment() {
  const { assessment_id = '' } = useParams()
  const [query] = useSearchParams()
  const course_id = query.get('course_id')
  const input = { id: assessment_id, ...(course_id && { course_id }) }
  const { data, error, refetch } = useApiQuery(contract.getAssessmentOverview, input)
  const { t } = useTranslation('taking')
  if (error) return <ErrorState error={error} onRetry={refetch} />
  return (
    <Stack gap="lg">
      <PageHeading title={data?.name ?? '…'} isLoading={!data} text={data ? t(`kinds.${data.kind}`) : '…'} />
      {data ? <OverviewContent overview={data} course_id={course_id} /> : <ListSkeleton rows={4} />}
    </Stack>
  )
}

interface Props {
  overview: Overview
  course_id: string | null
}

function OverviewContent({ overview, course_id }: Props) {
  const { t } = useTranslation('taking')
  const running = overview.attempts.find(({ state }) => state === 'running')
  return (
    <>
      {overview.instructions && (
        <Paper withBorder radius="md" p="md">
          <RichText html={overview.instructions} />
        </Paper>
      )}
      <Rules overview={overview} />
      {running ? (
        <LinkButton to={`/assessments/attempts/${running.id}`}>{t('continue')}</LinkButton>
      ) : (
        <Start overview={overview} course_id={course_id} />
      )}
      {overview.attempts.length > 0 && <AttemptList attempts={overview.attempts} />}
    </>
  )
}

function Rules({ overview }: { overview: Overview }) {
  const { t } = useTranslation('taking')
  const rules = useRules(overview)
  return (
    <Paper withBorder radius="md" p="md">
      <Text component="h2" fw={600} mb="xs">
        {t('rules.title')}
      </Text>
      <Table variant="vertical" layout="auto" withRowBorders={false}>
        <Table.Tbody>
          {rules.map(({ name, value }) => (
            <Table.Tr key={name}>
              <Table.Th scope="row">{name}</Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text c="dimmed" mt="sm">
        {overview.time_limit_minutes === null && overview.closes_at === null
          ? t('rules.offlineAlways')
          : overview.late_sync_hours > 0
            ? t('rules.offline', { number: formatNumber(overview.late_sync_hours) })
            : t('rules.offlineRefused')}
      </Text>
    </Paper>
  )
}

function Start({ overview, course_id }: Props) {
  const { t } = useTranslation('taking')
  const { errorText } = useErrorText()
  const { id, refusal, needs_access_code } = overview
  const navigate = useNavigate()
  const input = { id, ...(course_id && { course_id }) }
  const open = (attempt: { id: string }) => void navigate(`/assessments/attempts/${attempt.id}`)
  const start = useApiMutation(contract.startAttempt, {
    invalidates: [contract.getAssessmentOverview],
    onSuccess: open,
  })
  if (refusal !== null)
    return (
      <Alert color="warning" icon={<IconInfoCircle aria-hidden />} role="status">
        {t(`errors.${refusal as 'assessment_closed'}`, { defaultValue: t('errors.assessment_closed') })}
      </Alert>
    )
  if (needs_access_code) return <StartWithCode input={input} onStarted={open} />
  return (
    <Stack gap="sm" align="flex-start">
      {start.error && (
        <Text c="error" role="alert">
          {errorText(start.error)}
        </Text>
      )}
      <Button loading={start.isPending} onClick={() => start.mutate(input)}>
        {t('start')}
      </Button>
    </Stack>
  )
}

interface CodeProps {
  input: { id: string; course_id?: string }
  onStarted: (attempt: { id: string }) => void
}

function StartWithCode({ input, onStarted }: CodeProps) {
  const { t } = useTranslation('taking')
  const form = useApiForm({
    contract: contract.startAttempt,
    initialValues: { access_code: '' },
    rules: { access_code: required() },
    input: (values) => ({ ...input, ...values }),
    onDone: onStarted,
  })
  return (
    <Form form={form} label={t('start')}>
      <FormSummary form={form} />
      <TextField {...form.field('access_code')} label={t('accessCode')} hint={t('accessCodeHint')} required />
      <SubmitButton form={form}>{t('start')}</SubmitButton>
    </Form>
  )
}
