import { Group, Stack } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { useApiMutation } from '#tenancy/client/queries.ts'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'

/** Joins a course by its code. */
export function JoinByCode() {
  const { t } = useTranslation('learning')
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconKey size={20} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('code.open')}
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title={t('code.title')}>
        {opened && <CodeForm onClose={() => setOpened(false)} />}
      </Modal>
    </>
  )
}

function CodeForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('learning')
  const { t: tu } = useTranslation('ui')
  const { errorText } = useErrorText()
  const [code, setCode] = useState('')
  const ask = useApiMutation(contract.requestEnrolment, {
    invalidates: [contract.listMyCourses, contract.getMyEnrolment],
    onSuccess(outlinePosition) {
      toast(t(outlinePosition.status === 'approved' ? 'ask.approved' : 'ask.sent'))
      onClose()
    },
  })
  const errorMessage = ask.error?.code === 'not_found' ? t('code.unknown') : ask.error && errorText(ask.error)
  return (
    <Stack
      component="form"
      gap="md"
      onSubmit={(event) => {
        event.preventDefault()
        if (code.trim() && !ask.isPending) ask.mutate({ course_code: code.trim() })
      }}
    >
      <TextField
        label={t('code.label')}
        hint={t('code.hint')}
        data-autofocus
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        value={code}
        onChange={(value) => {
          ask.reset()
          setCode(value)
        }}
        error={errorMessage}
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {tu('actions.cancel')}
        </Button>
        <Button type="submit" loading={ask.isPending} disabled={!code.trim()}>
          {t('ask.button')}
        </Button>
      </Group>
    </Stack>
  )
}
