import { Modal as MantineModal, type ModalProps } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from '#ui/i18n/use-translation.ts'

interface Props extends Omit<ModalProps, 'title'> {
  title: ReactNode
}

/**
 * A modal dialog: traps the focus and returns it, closes on Escape. Mantine renders a `<header>`, which would
 * count as a second banner of the page.
 */
export function Modal({ title, children, withCloseButton = true, ...rest }: Props) {
  const { t } = useTranslation('ui')
  useFocusBack()
  return (
    <MantineModal.Root centered {...rest}>
      <MantineModal.Overlay backgroundOpacity={0.5} />
      <MantineModal.Content radius="lg">
        <MantineModal.Header role="presentation">
          <MantineModal.Title fw={680}>{title}</MantineModal.Title>
          {withCloseButton && <MantineModal.CloseButton aria-label={t('actions.close')} size="lg" />}
        </MantineModal.Header>
        <MantineModal.Body>{children}</MantineModal.Body>
      </MantineModal.Content>
    </MantineModal.Root>
  )
}

/** Mantine returns the focus when a dialog closes, but not when it is unmounted while open. */
function useFocusBack() {
  const [opener] = useState(() => (typeof document === 'undefined' ? null : document.activeElement))
  useEffect(
    () => () => {
      // Runs after a component that replaces the dialog has taken the focus.
      setTimeout(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body
        if (isLost && opener instanceof HTMLElement && opener.isConnected)
          opener.focus({ preventScroll: true })
      })
    },
    [opener],
  )
}
