import { Alert } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { AuthPage } from './auth-page.tsx'

interface Props {
  title: string
  text: string
  /** The way back. */
  children: ReactNode
}

/** Says that a mail is on its way, to whoever has such an account: the same words for everybody. */
export const MailSent = ({ title, text, children }: Props) => (
  <AuthPage title={title}>
    <Alert color="success" icon={<IconMailForward aria-hidden />} role="status">
      {text}
    </Alert>
    {children}
  </AuthPage>
)
