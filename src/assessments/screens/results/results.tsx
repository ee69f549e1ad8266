import { Alert, Group, Stack, Text } from '@mantine/core'
import { IconEyeOff, IconPencilCheck, IconSend } from '@tabler/icons-react'
import { useParams } from 'react-router'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import { useApiMutation, useApiQuery } from '#tenancy/client/queries.ts'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { useConfirm } from '#ui/components/feedback/confirm.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { SearchField } from '../search-field.tsx'
import { AttemptsTable, attemptStates } from './attempts-table.tsx'
import { ResultFigures, type Results as ResultsReply } from './result-figures.tsx'

export const handle: ScreenHandle = { namespaces: ['marking'] }

/** Attempts of an assessment with their results. */
export default function Results() {
  const { t } = useTranslation('marking')
  const { assessment_id = '' } = useParams()
  const { data, error, refetch } = useApiQuery(contract.getAssessmentResults, { id: assessment_id })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <Stack gap="lg">
      <PageHeading
        title={data ? t('results.title', { name: data.name }) : '…'}
        isLoading={!data}
        {...(data?.course_name && { text: <bdi>{data.course_name}</bdi> })}
        crumbs={[
          { label: t('crumbs.assessments'), to: '/manage/assessments' },
          { label: t('crumbs.editor'), to: `/manage/assessments/${assessment_id}` },
        ]}
        actions={data && <Actions results={data} />}
      />
      {data ? <Loaded results={data} /> : <ListSkeleton rows={6} />}
    </Stack>
  )
}

function Loaded({ results }: { results: ResultsReply }) {
  const { t } = useTranslation('marking')
  const [q] = useQueryParam('search')
  const [stateName, setState] = useQueryParam('state')
  const state = attemptStates.find((one) => one === stateName)
  return (
    <>
      <ResultFigures results={results} />
      {results.is_anonymous && (
        <Alert icon={<IconEyeOff aria-hidden />}>
          <Text size="sm">{t('results.anonymous')}</Text>
        </Alert>
      )}
      <Group align="flex-end" gap="md">
        <SearchField label={t('results.search')} />
        <SelectField
          label={t('results.state')}
          clearable
          placeholder={t('results.allStates')}
          value={state ?? null}
          onChange={setState}
          choices={attemptStates.map((value) => ({ value, label: t(`states.${value}`) }))}
        />
      </Group>
      <AttemptsTable assessment_id={results.id} filters={{ ...(q && { q }), ...(state && { state }) }} />
    </>
  )
}

function Actions({ results }: { results: ResultsReply }) {
  const { t } = useTranslation('marking')
  const { id, pending_count, release, unreleased_count } = results
  const { isReleasing, askAndRelease } = useRelease(results)
  return (
    <>
      {release.when === 'by_staff' && unreleased_count > 0 && (
        <Button
          variant="default"
          loading={isReleasing}
          leftSection={<IconSend size={18} aria-hidden className="ly-mirrored" />}
          onClick={() => void askAndRelease()}
        >
          {t('results.release')}
        </Button>
      )}
      <LinkButton
        to={`/manage/assessments/${id}/marking`}
        leftSection={<IconPencilCheck size={18} aria-hidden />}
        {...(pending_count === 0 && { variant: 'default' })}
      >
        {pending_count > 0
          ? t('results.mark', { number: formatNumber(pending_count) })
          : t('results.openMarking')}
      </LinkButton>
    </>
  )
}

/** Releases the results after a question. */
function useRelease({ id, pending_count, unreleased_count }: ResultsReply) {
  const { t } = useTranslation('marking')
  const { errorText } = useErrorText()
  const confirm = useConfirm()
  const releasing = useApiMutation(contract.releaseResults, {
    invalidates: [contract.getAssessmentResults, contract.listAssessmentAttempts],
    onSuccess: ({ released_count }) =>
      toast(t('results.released', { count: released_count, shown: formatNumber(released_count) })),
    onError: (error) => toast(errorText(error), 'error'),
  })
  async function askAndRelease() {
    const isConfirmed = await confirm({
      title: t('results.releaseTitle', { count: unreleased_count, shown: formatNumber(unreleased_count) }),
      text: t(pending_count > 0 ? 'results.releaseSome' : 'results.releaseText'),
      confirmLabel: t('results.release'),
    })
    if (isConfirmed) releasing.mutate({ id })
  }
  return { isReleasing: releasing.isPending, askAndRelease }
}
