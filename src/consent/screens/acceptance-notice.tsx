import { Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { useSchool } from '#tenancy/client/frame.tsx'
import { Button } from '#ui/components/button.tsx'
import classes from './acceptance-notice.module.css'
import { AcceptDialog } from './accept-dialog.tsx'

/** Pages that go on as they are: what somebody learns by, and the way out with one's data. */
const staysOpen = /^\/(learn\/|profile\/data-privacy)/

/**
 * For whoever has not accepted a text yet. The page below stays as it is, so that nothing that is being sent or typed
 * is lost.
 */
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
