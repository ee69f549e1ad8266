import { Drawer, Group, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { IconButton } from '../icon-button.tsx'
import classes from './side-panel.module.css'

interface Props {
  title: string
  closeLabel: string
  opened: boolean
  onClose: () => void
  children: ReactNode
}

/** A column beside the content; on narrow screens, a sheet that leaves the upper part of the window visible. */
export function SidePanel(props: Props) {
  const { title, closeLabel, opened, onClose, children } = props
  const wide = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false })
  // Stays mounted when closed, so that unsaved text is not lost.
  if (wide) return <Column {...props} />
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      position="bottom"
      size="62dvh"
      lockScroll={false}
      keepMounted
    >
      <Drawer.Content className={classes.sheet ?? ''}>
        <Drawer.Header role="presentation">
          <Drawer.Title fw={680}>{title}</Drawer.Title>
          <Drawer.CloseButton aria-label={closeLabel} size="lg" />
        </Drawer.Header>
        <Drawer.Body>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

function Column({ title, closeLabel, opened, onClose, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const column = useRef<HTMLElement>(null)
  useEffect(() => {
    // A user who opened the panel to write already has the focus in the text.
    if (opened && !column.current?.contains(document.activeElement))
      heading.current?.focus({ preventScroll: true })
  }, [opened])
  return (
    <aside ref={column} hidden={!opened} className={classes.column} aria-label={title}>
      <Group justify="space-between" wrap="nowrap" className={classes.columnHead ?? ''}>
        <Title order={2} size="h4" ref={heading} tabIndex={-1}>
          {title}
        </Title>
        <IconButton label={closeLabel} variant="subtle" color="gray" size="lg" onClick={onClose}>
          <IconX size={20} aria-hidden />
        </IconButton>
      </Group>
      <div className={classes.columnBody}>{children}</div>
    </aside>
  )
}
