import { Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import classes from './outline-tree.module.css'

interface Props {
  label: string
  /** Rendered only when the menu opens: an outline has hundreds of rows. */
  children: () => ReactNode
}

/** Menu at the end of a row. */
export function RowMenu({ label, children }: Props) {
  const [hasOpened, setHasOpened] = useState(false)
  const button = (
    <button
      type="button"
      className={classes.more}
      aria-label={label}
      title={label}
      {...(!hasOpened && {
        'aria-haspopup': 'menu',
        'aria-expanded': false,
        onClick: () => setHasOpened(true),
      })}
    >
      <IconDots size={18} aria-hidden />
    </button>
  )
  if (!hasOpened) return button
  return (
    <Menu defaultOpened position="bottom-end" shadow="md" width={230} withinPortal>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>{children()}</Menu.Dropdown>
    </Menu>
  )
}
