import { Modal as MantineModal, type ModalProps } from '@mantine/core'
import type { ReactNode } from 'react'
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
