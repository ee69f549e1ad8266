import { Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { createGroup, listGroups, updateGroup } from '#groups/contract.ts'
import { useApiMutation } from '#tenancy/client/queries.ts'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'

interface Props {
  course_id: string
  /** The group to rename; without it, a new one is created. */
  group?: { id: string; name: string } | null
  /** Initial members of a new group. */
  student_ids?: string[]
  opened: boolean
  onClose: () => void
  onDone?: () => void
}

export function GroupNameDialog({ opened, onClose, ...rest }: Props) {
  const { t } = useTranslation('learning')
  return (
    <Modal opened={opened} onClose={onClose} title={t(rest.group ? 'groups.rename' : 'groups.new')}>
      {opened && <NameForm {...rest} onClose={onClose} />}
    </Modal>
  )
}

function NameForm({ course_id, group, student_ids = [], onClose, onDone }: Omit<Props, 'opened'>) {
  const { t } = useTranslation('learning')
  const { t: tu } = useTranslation('ui')
  const { errorText } = useErrorText()
  const [name, setName] = useState(group?.name ?? '')
  const [nameError, setNameError] = useState<string | undefined>()
  const options = {
    invalidates: [listGroups],
    onSuccess: () => {
      toast(t('groups.saved'))
      onClose()
      onDone?.()
    },
    onError: (error: Parameters<typeof errorText>[0]) => setNameError(errorText(error)),
  }
  const create = useApiMutation(createGroup, options)
  const rename = useApiMutation(updateGroup, options)
  const submit = () => {
    if (name.trim() === '') return
    if (group) rename.mutate({ id: group.id, name })
    else create.mutate({ id: course_id, name, student_ids })
  }
  return (
    <Stack
      gap="md"
      component="form"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TextField
        label={t('groups.name')}
        required
        maxLength={100}
        data-autofocus
        value={name}
        onChange={setName}
        error={nameError}
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {tu('actions.cancel')}
        </Button>
        <Button type="submit" disabled={name.trim() === ''} loading={create.isPending || rename.isPending}>
          {tu('actions.save')}
        </Button>
      </Group>
    </Stack>
  )
}
