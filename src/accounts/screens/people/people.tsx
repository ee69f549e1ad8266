import { Stack } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { IconUserPlus, IconUsersPlus } from '@tabler/icons-react'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { Button } from '#ui/components/button.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { Tabs } from '#ui/components/layout/tabs.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { ExportInvitationsButton } from './export-invitations-button.tsx'
import { InvitationsTable } from './invitations-table.tsx'
import { MailAllowanceNotice } from './mail-allowance-notice.tsx'
import { PeopleTable, type FacultyFilterSlot } from './people-table.tsx'

const InviteDialog = lazy(() => import('./invite-dialog.tsx'))
const InviteManyDialog = lazy(() => import('./invite-many-dialog.tsx'))

export const handle: ScreenHandle = { namespaces: ['people', 'accounts', 'second-factor', 'mail-allowance'] }

/** Teachers, admins and invitations of the school. */
export default function People({ FacultyFilter }: { FacultyFilter: FacultyFilterSlot }) {
  const { t } = useTranslation('people')
  const [tab, setTab] = useQueryParam('tab')
  const [inviting, setInviting] = useState<'one' | 'many' | null>(null)
  const invite = () => setInviting('one')
  const tabs = [
    {
      value: 'teachers',
      label: t('people.teachers'),
      content: <PeopleTable list="teachers" onInvite={invite} FacultyFilter={FacultyFilter} />,
    },
    {
      value: 'admins',
      label: t('people.admins'),
      content: <PeopleTable list="admins" onInvite={invite} FacultyFilter={FacultyFilter} />,
    },
    {
      value: 'invitations',
      label: t('people.invitations'),
      content: (
        <Stack gap="md">
          <MailAllowanceNotice />
          <InvitationsTable onInvite={invite} />
        </Stack>
      ),
    },
  ]
  const open = tabs.some(({ value }) => value === tab) ? tab! : 'teachers'
  return (
    <Stack gap="lg">
      <PageHeading
        title={t('people.title')}
        actions={
          <>
            {open === 'invitations' && <ExportInvitationsButton />}
            <Button
              variant="default"
              leftSection={<IconUsersPlus size={20} aria-hidden />}
              onClick={() => setInviting('many')}
            >
              {t('inviteMany.open')}
            </Button>
            <Button leftSection={<IconUserPlus size={20} aria-hidden />} onClick={invite}>
              {t('invite.open')}
            </Button>
          </>
        }
      />
      <Tabs label={t('people.title')} tabs={tabs} value={open} onChange={setTab} />
      {inviting === 'many' && (
        <Suspense>
          <InviteManyDialog
            role={open === 'admins' ? 'admin' : open === 'teachers' ? 'teacher' : 'student'}
            onClose={() => setInviting(null)}
            onDone={() => setTab('invitations')}
          />
        </Suspense>
      )}
      {inviting === 'one' && (
        <Suspense>
          <InviteDialog
            role={open === 'admins' ? 'admin' : 'teacher'}
            onClose={() => setInviting(null)}
            onDone={() => setTab('invitations')}
          />
        </Suspense>
      )}
    </Stack>
  )
}
