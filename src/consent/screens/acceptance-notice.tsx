import { Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { useSchool } from '#tenancy/client/frame.tsx'
import { Button } from '#ui/components/button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import classes from './acceptance-notice.module.css'
import { AcceptDialog } from './accept-dialog.tsx'

/** Pages that stay usable: the player, and the export of personal data. */
const staysOpen = /^\/(learn\/|profile\/data-privacy)/

/** Shown to people who have not accepted a text. The page below stays mounted, so that no input is lost. */
export default function AcceptanceNotice() {
  const { t } = useTranslation('legal')
  const { name: school } = useSchool()
  const { pathname } = useLocation()
  const [isDialogOpen, ask] = useState(false)
  if (!staysOpen.test(pathname)) return <AcceptDialog />
  return (
    <aside className={classes.banner} aria-label={t('notice.label')}>
      <Group gap="sm" justify="space-between">
        <Text>{t('notice.banner', { school })}</Text>
        <Button size="sm" onClick={() => ask(true)}>
          {t('notice.open')}
        </Button>
      </Group>
      {isDialogOpen && <AcceptDialog onClose={() => ask(false)} />}
    </aside>
  )
}
