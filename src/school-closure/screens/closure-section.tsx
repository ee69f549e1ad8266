import { Alert, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useParams } from 'react-router'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiMutation, useApiQuery } from '#tenancy/client/queries.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/components/button.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { Time } from '#ui/components/time.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { ArchiveSection } from './archive-section.tsx'

const CloseDialog = lazy(() => import('./close-school-dialog.tsx'))

type Shown = ApiReply<typeof contract.getClosing>

/** Starts the closing of a school; during the grace period, cancels it. */
export function ClosureSection() {
  const { t } = useTranslation('school-closure')
  const { school_id = '' } = useParams()
  const shown = useApiQuery(contract.getClosing, { school_id })
  if (shown.error) return <ErrorState error={shown.error} onRetry={() => void shown.refetch()} />
  if (!shown.data) return null
  const { closing } = shown.data
  return (
    <Section
      title={t(closing ? 'closing.title' : 'title')}
      {...(!closing && { text: t('text', { days: shown.data.grace_days }) })}
    >
      {closing ? (
        <UnderWay closing={closing} school_id={school_id} />
      ) : (
        <Begin shown={shown.data} school_id={school_id} />
      )}
    </Section>
  )
}

function Begin({ shown, school_id }: { shown: Shown; school_id: string }) {
  const { t } = useTranslation('school-closure')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Group>
        <Button variant="default" onClick={() => setOpen(true)}>
          {t('open')}
        </Button>
      </Group>
      {isOpen && (
        <Suspense>
          <CloseDialog
            school_id={school_id}
            school_url={shown.school_url}
            grace_days={shown.grace_days}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

interface UnderWayProps {
  closing: NonNullable<Shown['closing']>
  school_id: string
}

function UnderWay({ closing, school_id }: UnderWayProps) {
  const { t } = useTranslation('school-closure')
  const { errorText } = useErrorText()
  const keep = useApiMutation(contract.cancelClosing, {
    invalidates: [contract.getClosing],
    onSuccess: () => toast(t('closing.undone')),
    onError: (error) => toast(errorText(error), 'error'),
  })
  return (
    <>
      <Alert color="warning" icon={<IconAlertTriangle aria-hidden />}>
        <Text>
          {t('closing.text')} <Time at={closing.erase_at} style="date" />.
        </Text>
        {closing.reason && (
          <Text mt="xs" style={{ overflowWrap: 'anywhere' }}>
            {t('closing.reason')} {closing.reason}
          </Text>
        )}
      </Alert>
      <Group>
        <Button loading={keep.isPending} onClick={() => keep.mutate({ school_id })}>
          {t('closing.undo')}
        </Button>
      </Group>
      <ArchiveSection archive={closing.archive} school_id={school_id} />
    </>
  )
}
