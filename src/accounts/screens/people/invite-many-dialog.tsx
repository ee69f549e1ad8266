import { Alert, FileButton, Group, ScrollArea, Stack, Table, Text } from '@mantine/core'
import { IconFileSpreadsheet, IconInfoCircle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiReply } from '#platform/client/api/client.ts'
import { queryKey } from '#tenancy/client/queries.ts'
import { CheckboxField } from '#ui/form/fields/checkbox-field.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { RadioField } from '#ui/form/fields/radio-field.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useRoleName } from '#ui/components/formatting/use-role-name.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'

type Role = 'student' | 'teacher' | 'admin'
type Looked = ApiReply<typeof contract.inviteMany>

const roles = ['student', 'teacher', 'admin'] as const
const maxLength = 500_000

interface Props {
  role: Role
  onClose: () => void
  onDone: () => void
}

export default function InviteManyDialog({ onClose, ...rest }: Props) {
  const { t } = useTranslation('people')
  return (
    <Modal opened onClose={onClose} title={t('inviteMany.title')} size="lg">
      <ManyForm onClose={onClose} {...rest} />
    </Modal>
  )
}

/** First a dry run, then the same list is sent. */
function ManyForm({ role, onClose, onDone }: Props) {
  const { t } = useTranslation('people')
  const roleName = useRoleName()
  const client = useQueryClient()
  const [looked, setLooked] = useState<Looked | null>(null)
  const form = useApiForm({
    contract: contract.inviteMany,
    initialValues: { role: role as string, list: '', notify: true },
    rules: { list: required() },
    input: (values) => ({ ...values, role: values.role as Role, dry_run: looked === null }),
    async onDone(answer) {
      if (looked === null) return setLooked(answer)
      await client.invalidateQueries({ queryKey: queryKey(contract.listInvitations) })
      toast(t('inviteMany.done', { count: answer.invited }))
      onClose()
      onDone()
    },
  })
  if (looked)
    return (
      <Form form={form} label={t('inviteMany.title')}>
        <FormSummary form={form} />
        <Result looked={looked} />
        <Group justify="space-between">
          <Button variant="default" onClick={() => setLooked(null)}>
            {t('inviteMany.back')}
          </Button>
          <SubmitButton form={form} disabled={looked.ready === 0}>
            {t('inviteMany.send', { count: looked.ready })}
          </SubmitButton>
        </Group>
      </Form>
    )
  return (
    <Form form={form} label={t('inviteMany.title')}>
      <FormSummary form={form} />
      <TextArea
        {...form.field('list')}
        label={t('inviteMany.list')}
        hint={t('inviteMany.listHint')}
        required
        autosize
        minRows={5}
        maxRows={12}
        maxLength={maxLength}
        placeholder={'Amina Bello, amina@example.org'}
      />
      <FromFile onText={(text) => form.set('list', text)} />
      <RadioField
        {...form.field('role')}
        label={t('invite.role')}
        choices={roles.map((value) => ({ value, label: roleName(value), hint: t(`invite.hint_${value}`) }))}
      />
      <CheckboxField
        {...form.toggle('notify')}
        label={t('inviteMany.notify')}
        hint={t('inviteMany.notifyHint')}
      />
      <SubmitButton form={form}>{t('inviteMany.check')}</SubmitButton>
    </Form>
  )
}

function FromFile({ onText }: { onText: (text: string) => void }) {
  const { t } = useTranslation('people')
  const read = async (file: File | null) => {
    if (!file) return
    if (file.size > maxLength) return toast(t('inviteMany.fileTooLarge'), 'error')
    onText(await file.text())
  }
  return (
    <Group>
      <FileButton accept=".csv,.txt,text/csv,text/plain" onChange={(file) => void read(file)}>
        {(props) => (
          <Button {...props} variant="default" leftSection={<IconFileSpreadsheet size={18} aria-hidden />}>
            {t('inviteMany.file')}
          </Button>
        )}
      </FileButton>
    </Group>
  )
}

function Result({ looked: { ready, errors } }: { looked: Looked }) {
  const { t } = useTranslation('people')
  return (
    <Stack gap="md">
      <Alert color={ready > 0 ? 'success' : 'warning'} icon={<IconInfoCircle aria-hidden />} role="status">
        {t('inviteMany.ready', { count: ready })}
      </Alert>
      {errors.length > 0 && (
        <>
          <Text>{t('inviteMany.faults', { count: errors.length })}</Text>
          <ScrollArea.Autosize
            mah={280}
            viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t('inviteMany.faultsLabel') }}
          >
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('inviteMany.line')}</Table.Th>
                  <Table.Th>{t('inviteMany.text')}</Table.Th>
                  <Table.Th>{t('inviteMany.why')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {errors.map(({ line, text, code }) => (
                  <Table.Tr key={line}>
                    <Table.Td>{line}</Table.Td>
                    <Table.Td style={{ overflowWrap: 'anywhere' }}>{text}</Table.Td>
                    <Table.Td>{t(`inviteMany.fault_${code}`)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </ScrollArea.Autosize>
        </>
      )}
    </Stack>
  )
}
