import { Alert, Group, Loader, Stack, Text } from '@mantine/core'
import { IconArrowLeft, IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiMutation, useApiQuery } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { useConfirm } from '#ui/components/feedback/confirm.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { Section } from '#ui/components/layout/section.tsx'
import { ChoiceBar } from '#ui/form/fields/choice-bar.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { RegradeRows } from './regrade-rows.tsx'

type Regrade = ApiReply<typeof contract.getRegrade>

interface Props {
  regrade_id: string
  onClose: () => void
}

const isMoving = (state: Regrade['state'] | undefined) => state === 'computing' || state === 'applying'

/** What a regrade changes, or changed. */
export function RegradePreview({ regrade_id, onClose }: Props) {
  const { t } = useTranslation(['regrades', 'ui'])
  const [state, setState] = useState<Regrade['state']>()
  const regrade = useApiQuery(
    contract.getRegrade,
    { id: regrade_id },
    { refetchInterval: isMoving(state) ? 1_000 : false },
  )
  const current = regrade.data
  if (current && current.state !== state) setState(current.state)
  if (regrade.error) return <ErrorState error={regrade.error} onRetry={() => void regrade.refetch()} />
  if (!current) return <ListSkeleton rows={6} />
  const title = current.state === 'applied' ? 'preview.applied' : 'preview.title'
  return (
    <Stack gap="md">
      <Group>
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={18} aria-hidden className="ly-mirrored" />}
          onClick={onClose}
        >
          {t('questions')}
        </Button>
      </Group>
      <Section title={t(title, { name: current.question_name })}>
        <Text>
          <b>{t(`policies.${current.policy}`)}.</b> {t(`policyHints.${current.policy}`)}
        </Text>
        <Content regrade={current} onClose={onClose} />
      </Section>
    </Stack>
  )
}

function Content({ regrade, onClose }: { regrade: Regrade; onClose: () => void }) {
  const { t } = useTranslation('regrades')
  const { state } = regrade
  if (state === 'discarded') return <Text c="dimmed">{t('preview.discarded')}</Text>
  if (state === 'computing' || state === 'applying')
    return (
      <Group gap="sm" role="status" mih={44}>
        <Loader size="sm" aria-hidden />
        <Text>{t(`preview.${state}`)}</Text>
      </Group>
    )
  return (
    <>
      {state === 'applied' && (
        <Alert color="success" icon={<IconInfoCircle aria-hidden />} role="status">
          {t('preview.outcome', {
            applied: formatNumber(regrade.applied_count),
            skipped: formatNumber(regrade.skipped_count),
          })}
        </Alert>
      )}
      <Changes regrade={regrade} />
      {state === 'ready' && <Actions regrade={regrade} onClose={onClose} />}
    </>
  )
}

const changes = ['all', 'rises', 'falls', 'same'] as const
type Change = (typeof changes)[number]

function Changes({ regrade }: { regrade: Regrade }) {
  const { t } = useTranslation('regrades')
  const [change, setChange] = useState<Change>('all')
  const { rising_count, falling_count, unchanged_count, manual_count } = regrade
  const counts = {
    all: rising_count + falling_count + unchanged_count,
    rises: rising_count,
    falls: falling_count,
    same: unchanged_count,
  }
  return (
    <>
      <ChoiceBar
        label={t('preview.show')}
        value={change}
        onChange={setChange}
        choices={changes.map((value) => ({
          value,
          label: `${t(`preview.${value}`)}: ${formatNumber(counts[value])}`,
        }))}
      />
      {manual_count > 0 && (
        <Text size="sm" c="dimmed">
          {t('preview.kept', { number: formatNumber(manual_count) })}
        </Text>
      )}
      <RegradeRows regrade_id={regrade.id} change={change === 'all' ? null : change} />
    </>
  )
}

function Actions({ regrade, onClose }: { regrade: Regrade; onClose: () => void }) {
  const { t } = useTranslation('regrades')
  const { errorText } = useErrorText()
  const confirm = useConfirm()
  const options = {
    invalidates: [contract.getRegrade, contract.listRegrades, contract.listGradedQuestions],
    onError: (error: Parameters<typeof errorText>[0]) => toast(errorText(error), 'error'),
  }
  const apply = useApiMutation(contract.applyRegrade, options)
  const discard = useApiMutation(contract.discardRegrade, { ...options, onSuccess: onClose })
  const { id } = regrade
  const ask = async () => {
    const yes = await confirm({
      title: t('preview.confirm.title'),
      text: t('preview.confirm.text'),
      confirmLabel: t('preview.apply'),
    })
    if (yes) apply.mutate({ id })
  }
  return (
    <Group justify="flex-end" gap="sm">
      <Button variant="default" loading={discard.isPending} onClick={() => discard.mutate({ id })}>
        {t('preview.discard')}
      </Button>
      <Button loading={apply.isPending} onClick={() => void ask()}>
        {t('preview.apply')}
      </Button>
    </Group>
  )
}
