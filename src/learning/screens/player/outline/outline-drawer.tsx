import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import classes from '../model/player.module.css'

interface Props {
  opened: boolean
  onClose: () => void
  children: ReactNode
}

/** The outline as a drawer. Mantine renders a `<header>`, which would count as a second banner of the page. */
export function OutlineDrawer({ opened, onClose, children }: Props) {
  const { t } = useTranslation('learning')
  return (
    <Drawer.Root opened={opened} onClose={onClose} size={340} padding={0}>
      <Drawer.Overlay backgroundOpacity={0.5} />
      <Drawer.Content data-scroll-area="">
        <Drawer.Header role="presentation" className={classes.drawerHead ?? ''}>
          <Drawer.Title fw={680}>{t('outline.label')}</Drawer.Title>
          <Drawer.CloseButton aria-label={t('outline.close')} size="lg" />
        </Drawer.Header>
        <Drawer.Body>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
