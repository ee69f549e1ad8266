import { Group, Stack, Text } from '@mantine/core'
import { useParams } from 'react-router'
import { getUserDetails } from '#accounts/contract.ts'
import { useApiMutation, useApiQuery } from '#tenancy/client/queries.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { FormSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { Time } from '#ui/components/time.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { ExportStatus, isExportRunning } from './export-status.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { WrittenRequestForm } from './written-request-form.tsx'

export const handle: ScreenHandle = { namespaces: ['data-privacy'] }

/** For admins after a written request: export or erasure of a person's data. */
export default function PersonData() {
  const { t } = useTranslation('data-privacy')
  const { user_id = '' } = useParams()
  const person = useApiQuery(getUserDetails, { user_id })
  const state = useApiQuery(contract.getUserData, { user_id })
  useApiQuery(
    contract.getUserData,
    { user_id },
    { refetchInterval: isExportRunning(state.data?.export) ? 2_000 : false },
  )
  const error = person.error ?? state.error
  if (error?.status === 404)
    return (
      <>
        <PageHeading title={t('person.unknown')} />
        <EmptyState title={t('person.unknown')} text={t('person.unknownText')} />
      </>
    )
  return (
    <Stack gap="xl" maw={760}>
      <PageHeading
        title={person.data ? t('person.titleOf', { name: person.data.name }) : t('person.title')}
        isLoading={person.isPending}
        text={t('person.text')}
        crumbs={[{ label: t('person.people'), to: '/manage/people' }]}
        actions={
          <LinkButton to={`/manage/consent/${user_id}`} variant="default">
            {t('person.consent')}
          </LinkButton>
        }
      />
      {error && <ErrorState error={error} onRetry={() => void state.refetch()} />}
      {!error && !state.data && <FormSkeleton fields={3} />}
      {state.data && (
        <>
          <Section title={t('person.exportTitle')} text={t('person.exportText')}>
            <Stack gap="md" aria-live="polite">
              {state.data.export && <ExportStatus row={state.data.export} />}
              {!isExportRunning(state.data.export) && (
                <WrittenRequestForm
                  contract={contract.requestUserDataExport}
                  user_id={user_id}
                  label={t('person.exportTitle')}
                  submit={t('person.exportStart')}
                />
              )}
            </Stack>
          </Section>
          <Section title={t('person.eraseTitle')} text={t('person.eraseText')}>
            {state.data.erase_at ? (
              <Planned user_id={user_id} day={state.data.erase_at} />
            ) : (
              <WrittenRequestForm
                contract={contract.requestUserErasure}
                user_id={user_id}
                label={t('person.eraseTitle')}
                submit={t('person.eraseStart')}
                danger
              />
            )}
          </Section>
        </>
      )}
    </Stack>
  )
}

function Planned({ user_id, day }: { user_id: string; day: string }) {
  const { t } = useTranslation('data-privacy')
  const { errorText } = useErrorText()
  const keep = useApiMutation(contract.cancelUserErasure, {
    invalidates: [contract.getUserData],
    onSuccess: () => toast(t('person.kept')),
    onError: (error) => toast(errorText(error), 'error'),
  })
  return (
    <Group>
      <Text fw={600}>
        {t('person.planned')} <Time at={day} style="date" />
      </Text>
      <Button variant="default" loading={keep.isPending} onClick={() => keep.mutate({ user_id })}>
        {t('person.keep')}
      </Button>
    </Group>
  )
}
