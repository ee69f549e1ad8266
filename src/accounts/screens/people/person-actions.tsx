import { Group, Menu } from '@mantine/core'
import {
  IconDots,
  IconFileZip,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
  IconUserCheck,
  IconUserCog,
} from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { ApiInput } from '#platform/client/api/client.ts'
import { useApiMutation } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { IconButton } from '#ui/components/icon-button.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useConfirm } from '#ui/components/feedback/confirm.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useRoleName } from '#ui/components/formatting/use-role-name.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import type { Person } from './people-table.tsx'
import { ResetSecondFactorItem } from '../second-factor/reset-second-factor-item.tsx'

const EditPersonDialog = lazy(() => import('./edit-person-dialog.tsx'))

type Change = Omit<ApiInput<typeof contract.updateUser>, 'user_id'>

/** Actions that the reader may perform on a person, from the permissions of the row. */
export function PersonActions({ person }: { person: Person }) {
  const { t } = useTranslation('people')
  const { errorText } = useErrorText()
  const [editing, setEditing] = useState(false)
  const { can, name, id: user_id } = person
  const update = useApiMutation(contract.updateUser, {
    invalidates: [contract.listTeachers, contract.listAdmins],
    onError: (error) => toast(errorText(error), 'error'),
  })
  const change = (what: Change, said: string) =>
    update.mutate({ user_id, ...what }, { onSuccess: () => toast(said) })
  const any = can.edit || can.change_role || can.suspend || can.restore || can.remove
  if (!any) return null
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {can.accept && (
        <Button
          size="sm"
          visibleFrom="sm"
          loading={update.isPending}
          onClick={() => change({ status: 'active' }, t('people.accepted', { name }))}
          aria-label={t('people.acceptLabel', { name })}
        >
          {t('people.accept')}
        </Button>
      )}
      <Menu position="bottom-end" shadow="md" width={240} withinPortal>
        <Menu.Target>
          <IconButton
            variant="subtle"
            size={44}
            label={t('people.actionsFor', { name })}
            loading={update.isPending}
          >
            <IconDots size={20} aria-hidden />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          {can.accept && (
            <Menu.Item
              hiddenFrom="sm"
              leftSection={<IconUserCheck size={18} aria-hidden />}
              onClick={() => change({ status: 'active' }, t('people.accepted', { name }))}
            >
              {t('people.accept')}
            </Menu.Item>
          )}
          {can.edit && (
            <Menu.Item leftSection={<IconPencil size={18} aria-hidden />} onClick={() => setEditing(true)}>
              {t('people.edit')}
            </Menu.Item>
          )}
          {can.change_role && person.user_type !== 'account_user' && (
            <ResetSecondFactorItem person={person} />
          )}
          {can.change_role && (
            <Menu.Item
              leftSection={<IconFileZip size={18} aria-hidden />}
              renderRoot={(props: object) => <Link to={`/manage/people/${user_id}/data`} {...props} />}
            >
              {t('people.data')}
            </Menu.Item>
          )}
          <AccountStatusItems person={person} change={change} />
        </Menu.Dropdown>
      </Menu>
      {editing && (
        <Suspense>
          <EditPersonDialog person={person} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </Group>
  )
}

interface AccountStatusProps {
  person: Person
  change: (what: Change, said: string) => void
}

function AccountStatusItems({ person, change }: AccountStatusProps) {
  const { t } = useTranslation('people')
  const { can, name } = person
  const confirm = useConfirm()
  const remove = async () => {
    const sure = await confirm({
      title: t('people.removeTitle', { name }),
      text: t('people.removeText'),
      confirmLabel: t('people.remove'),
      danger: true,
    })
    if (sure) change({ status: 'removed' }, t('people.removed', { name }))
  }
  return (
    <>
      {can.change_role && <RoleItems person={person} change={change} />}
      {can.suspend && (
        <Menu.Item
          leftSection={<IconPlayerPause size={18} aria-hidden />}
          onClick={() => change({ status: 'suspended' }, t('people.suspended', { name }))}
        >
          {t('people.suspend')}
        </Menu.Item>
      )}
      {can.restore && (
        <Menu.Item
          leftSection={<IconPlayerPlay size={18} aria-hidden />}
          onClick={() => change({ status: 'active' }, t('people.restored', { name }))}
        >
          {t('people.restore')}
        </Menu.Item>
      )}
      {can.remove && (
        <Menu.Item
          color="error"
          leftSection={<IconTrash size={18} aria-hidden />}
          onClick={() => void remove()}
        >
          {t(person.status === 'awaiting_acceptance' ? 'people.decline' : 'people.remove')}
        </Menu.Item>
      )}
    </>
  )
}

function RoleItems({ person, change }: AccountStatusProps) {
  const { t } = useTranslation('people')
  const roleName = useRoleName()
  const roles = (['teacher', 'admin'] as const).filter((role) => role !== person.user_type)
  return roles.map((role) => (
    <Menu.Item
      key={role}
      leftSection={<IconUserCog size={18} aria-hidden />}
      onClick={() => change({ role }, t('people.roleChanged', { name: person.name, role: roleName(role) }))}
    >
      {t('people.makeRole', { role: roleName(role) })}
    </Menu.Item>
  ))
}
