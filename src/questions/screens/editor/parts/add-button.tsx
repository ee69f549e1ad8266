import { IconPlus } from '@tabler/icons-react'
import { Button } from '#ui/components/button.tsx'
import classes from '../question-editor.module.css'

interface Props {
  disabled: boolean
  onClick: () => void
  children: string
}

/** Adds an entry at the end of a list. */
export function AddButton({ children, ...rest }: Props) {
  return (
    <Button
      {...rest}
      variant="default"
      className={classes.add ?? ''}
      leftSection={<IconPlus size={18} aria-hidden />}
    >
      {children}
    </Button>
  )
}
