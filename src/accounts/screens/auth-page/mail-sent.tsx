import { Alert } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { AuthPage } from './auth-page.tsx'

interface Props {
  title: string
  text: string
  /** Link back. */
  children: ReactNode
}

/** Confirms that a mail was requested: the same text whether the account exists or not. */
export const MailSent = ({ title, text, children }: Props) => (
  <AuthPage title={title}>
    <Alert color="success" icon={<IconMailForward aria-hidden />} role="status">
      {text}
    </Alert>
    {children}
  </AuthPage>
)
