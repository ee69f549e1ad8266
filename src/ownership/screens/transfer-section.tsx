import { Group, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#ui/components/button.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { Ownership } from './owned-school.tsx'

const HandoverDialog = lazy(() => import('./transfer-dialog.tsx'))

/** Transfer of the school to another owner. */
export function TransferSection({ ownership: { school, offers } }: { ownership: Ownership }) {
  const { t } = useTranslation('ownership')
  const [isOpen, setOpen] = useState(false)
  const under = offers.find(({ kind }) => kind === 'transfer')
  return (
    <Section title={t('transfer.title')} text={t('transfer.text')}>
      {under ? (
        <Text style={{ overflowWrap: 'anywhere' }}>{t('transfer.under', { email: under.email })}</Text>
      ) : (
        <Group>
          <Button variant="default" onClick={() => setOpen(true)}>
            {t('transfer.open')}
          </Button>
        </Group>
      )}
      {isOpen && (
        <Suspense>
          <HandoverDialog school_id={school.school_id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Section>
  )
}
