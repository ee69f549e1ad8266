import { Menu } from '@mantine/core'
import { IconBan, IconDotsVertical, IconDownload, IconExternalLink, IconPencil } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { IconButton } from '#ui/components/icon-button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { Certificate } from './issued-table.tsx'

const CorrectDialog = lazy(() => import('./correct-dialog.tsx'))
const RevokeDialog = lazy(() => import('./revoke-dialog.tsx'))

type DialogName = 'correct' | 'revoke'

/** What staff may do to a certificate: open, download, and while it is valid or expired correct and revoke. */
export function CertificateActions({ certificate }: { certificate: Certificate }) {
  const { t } = useTranslation('manage-certificates')
  const [dialog, setDialog] = useState<DialogName | null>(null)
  const { student_name } = certificate
  const close = () => setDialog(null)
  return (
    <>
      <Menu position="bottom-end" shadow="md" portalProps={{ target: '#main' }}>
        <Menu.Target>
          <IconButton label={t('issued.actions', { name: student_name })} variant="subtle" size={44}>
            <IconDotsVertical size={20} aria-hidden />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Items certificate={certificate} onOpen={setDialog} />
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {dialog === 'correct' && <CorrectDialog certificate={certificate} onClose={close} />}
        {dialog === 'revoke' && <RevokeDialog certificate={certificate} onClose={close} />}
      </Suspense>
    </>
  )
}

interface ItemsProps {
  certificate: Certificate
  onOpen: (dialog: DialogName) => void
}

function Items({ certificate, onOpen }: ItemsProps) {
  const { t } = useTranslation('manage-certificates')
  const { student_name, certificate_pdf, verify_url, state } = certificate
  const isOpen = (state === 'issued' || state === 'expired') && student_name !== ''
  return (
    <>
      <Menu.Item
        component="a"
        href={verify_url}
        target="_blank"
        rel="noreferrer"
        leftSection={<IconExternalLink size={18} aria-hidden />}
      >
        {t('issued.verify')}
      </Menu.Item>
      {isOpen && (
        <>
          <Menu.Item
            component="a"
            href={certificate_pdf}
            download
            leftSection={<IconDownload size={18} aria-hidden />}
          >
            {t('issued.download')}
          </Menu.Item>
          <Menu.Item leftSection={<IconPencil size={18} aria-hidden />} onClick={() => onOpen('correct')}>
            {t('correct.open')}
          </Menu.Item>
          <Menu.Item
            color="error"
            leftSection={<IconBan size={18} aria-hidden />}
            onClick={() => onOpen('revoke')}
          >
            {t('revoke.open')}
          </Menu.Item>
        </>
      )}
    </>
  )
}
