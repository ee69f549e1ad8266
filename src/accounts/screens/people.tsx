import { useTranslation } from 'react-i18next'
import { Stack } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { IconUserPlus } from '@tabler/icons-react'
import { useAddressParameter } from '#platform/client/address.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { Button } from '#ui/pieces/button.tsx'
import { PageHeading } from '#ui/pieces/page-heading.tsx'
import { Tabs } from '#ui/pieces/tabs.tsx'
import { InvitationsTable } from './invitations-table.tsx'
import { PeopleTable } from './people-table.tsx'

const InviteDialog = lazy(() => import('./invite-dialog.tsx'))

export const handle: ScreenHandle = { ns: ['accounts'] }

/** Who teaches and runs the school, and who was asked to. */
export default function People() {
  const { t } = useTranslation('accounts')
  const [tab, setTab] = useAddressParameter('tab')
  const [inviting, setInviting] = useState(false)
  const invite = () => setInviting(true)
  const tabs = [
    {
      value: 'teachers',
      label: t('people.teachers'),
      content: <PeopleTable list="teachers" onInvite={invite} />,
    },
    { value: 'admins', label: t('people.admins'), content: <PeopleTable list="admins" onInvite={invite} /> },
    { value: 'invitations', label: t('people.invitations'), content: <InvitationsTable onInvite={invite} /> },
  ]
  const open = tabs.some(({ value }) => value === tab) ? tab! : 'teachers'
  return (
    <Stack gap="lg">
      <PageHeading
        title={t('people.title')}
        actions={
          <Button leftSection={<IconUserPlus size={20} aria-hidden />} onClick={invite}>
            {t('invite.open')}
          </Button>
        }
      />
      <Tabs label={t('people.title')} tabs={tabs} value={open} onChange={setTab} />
      {inviting && (
        <Suspense>
          <InviteDialog
            role={open === 'admins' ? 'admin' : 'teacher'}
            onClose={() => setInviting(false)}
            onDone={() => setTab('invitations')}
          />
        </Suspense>
      )}
    </Stack>
  )
}
