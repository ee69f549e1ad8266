import { Modal as MantineModal, type ModalProps } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface Props extends Omit<ModalProps, 'title'> {
  title: ReactNode
}

/**
 * A dialog over the page: focus stays inside and returns, Escape closes. Mantine writes a `<header>`,
 * which would count as a second banner of the page.
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

/** Mantine gives the focus back when a dialog is closed, but not when it is taken away together with its opening. */
function useFocusBack() {
  const [opener] = useState(() => (typeof document === 'undefined' ? null : document.activeElement))
  useEffect(
    () => () => {
      // After whatever takes the dialog's place has taken the focus, if anything does.
      setTimeout(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body
        if (isLost && opener instanceof HTMLElement && opener.isConnected)
          opener.focus({ preventScroll: true })
      })
    },
    [opener],
  )
}
