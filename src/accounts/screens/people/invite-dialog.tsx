import { Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { queryKey } from '#tenancy/client/queries.ts'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { RadioField } from '#ui/form/fields/radio-field.tsx'
import { allRules, email, required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useRoleName } from '#ui/components/formatting/use-role-name.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'

type Role = 'student' | 'teacher' | 'admin'

interface Props {
  /** Preselected role. */
  role: Role
  onClose: () => void
  onDone: () => void
}

export default function InviteDialog({ onClose, ...rest }: Props) {
  const { t } = useTranslation('people')
  return (
    <Modal opened onClose={onClose} title={t('invite.title')}>
      <InviteForm onClose={onClose} {...rest} />
    </Modal>
  )
}

function InviteForm({ role, onClose, onDone }: Props) {
  const { t } = useTranslation(['people', 'accounts'])
  const { t: shared } = useTranslation('ui')
  const roleName = useRoleName()
  const client = useQueryClient()
  const form = useApiForm({
    contract: contract.invite,
    initialValues: { email: '', name: '', role: role as string },
    rules: { email: allRules(required(), email()) },
    input: ({ name, role: chosen, ...rest }) => ({
      ...rest,
      role: chosen as Role,
      ...(name.trim() && { name: name.trim() }),
    }),
    async onDone(invitation) {
      await client.invalidateQueries({ queryKey: queryKey(contract.listInvitations) })
      toast(t('invite.done', { email: invitation.email }))
      onClose()
      onDone()
    },
  })
  return (
    <Form form={form} label={t('invite.title')}>
      <FormSummary form={form} />
      <TextField
        {...form.field('email')}
        label={t('accounts:fields.email')}
        type="email"
        required
        maxLength={254}
        autoComplete="off"
        data-autofocus
      />
      <TextField
        {...form.field('name')}
        label={t('accounts:fields.name')}
        maxLength={120}
        autoComplete="off"
      />
      <RadioField
        {...form.field('role')}
        label={t('invite.role')}
        choices={(['teacher', 'admin', 'student'] as const).map((value) => ({
          value,
          label: roleName(value),
          hint: t(`invite.hint_${value}`),
        }))}
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {shared('actions.cancel')}
        </Button>
        <SubmitButton form={form}>{t('invite.submit')}</SubmitButton>
      </Group>
    </Form>
  )
}
