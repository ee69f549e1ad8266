import { Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { Button } from '#ui/components/button.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { PlansTable, type Plan } from './plans-table.tsx'

const PlanDialog = lazy(() => import('./plan-dialog.tsx'))

export const handle: ScreenHandle = { namespaces: ['payment-plans'] }

/** What the school sells besides single courses. */
export default function Plans() {
  const { t } = useTranslation('payment-plans')
  const [open, setOpen] = useState<'new' | Plan | null>(null)
  return (
    <Stack gap="lg">
      <PageHeading
        title={t('title')}
        text={t('text')}
        actions={
          <Button leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setOpen('new')}>
            {t('new')}
          </Button>
        }
      />
      <PlansTable onNew={() => setOpen('new')} onEdit={setOpen} />
      <Suspense>
        {open && <PlanDialog plan={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
      </Suspense>
    </Stack>
  )
}
