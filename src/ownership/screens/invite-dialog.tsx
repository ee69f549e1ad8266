import { useQueryClient } from '@tanstack/react-query'
import { listMySchools } from '#accounts/contract.ts'
import { queryKey, useApiQuery } from '#tenancy/client/queries.ts'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { MultiSelectField } from '#ui/form/fields/multi-select-field.tsx'
import { enteredVerification } from '#ui/form/fields/verification-fields.tsx'
import { RadioField } from '#ui/form/fields/radio-field.tsx'
import { allRules, email, required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { FormSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { OwnerReauth } from './owner-reauth.tsx'

interface Props {
  /** The school whose page opened the dialog. */
  school_id: string
  onClose: () => void
}

const roles = ['admin', 'owner'] as const

/** Invites a person to one or several schools. */
export default function InviteDialog({ school_id, onClose }: Props) {
  const { t } = useTranslation('ownership')
  const schools = useApiQuery(listMySchools, { limit: 100 }, { staleTime: 60_000 })
  return (
    <Modal opened onClose={onClose} title={t('invite.title')}>
      {schools.data ? (
        <Invite school_id={school_id} schools={schools.data.data} onClose={onClose} />
      ) : (
        <FormSkeleton fields={3} />
      )}
    </Modal>
  )
}

function Invite({ school_id, schools, onClose }: Props & { schools: { school_id: string; name: string }[] }) {
  const { t } = useTranslation('ownership')
  const client = useQueryClient()
  const form = useApiForm({
    contract: contract.inviteToSchools,
    initialValues: { email: '', role: 'admin' as string, school_ids: [school_id], password: '', code: '' },
    rules: { email: allRules(required(), email()), school_ids: required(), password: required() },
    input: (values) => ({
      email: values.email.trim(),
      role: values.role as (typeof roles)[number],
      school_ids: values.school_ids,
      ...enteredVerification(values),
    }),
    onDone({ data }) {
      const invited = data.filter(({ outcome }) => outcome === 'invited').length
      if (invited > 0) toast(t('invite.done', { count: invited }))
      if (invited < data.length) toast(t('invite.left', { count: data.length - invited }), 'error')
      void client.invalidateQueries({ queryKey: queryKey(contract.getOwnership) })
      onClose()
    },
  })
  return (
    <Form form={form} label={t('invite.title')}>
      <FormSummary form={form} />
      <TextField
        {...form.field('email')}
        label={t('invite.email')}
        type="email"
        required
        autoComplete="off"
        maxLength={254}
      />
      <RadioField
        {...form.field('role')}
        label={t('invite.role')}
        choices={roles.map((value) => ({
          value,
          label: t(`invite.role_${value}`),
          hint: t(`invite.roleHint_${value}`),
        }))}
      />
      {schools.length > 1 && (
        <MultiSelectField
          {...form.field('school_ids')}
          label={t('invite.schools')}
          choices={schools.map((school) => ({ value: school.school_id, label: school.name }))}
          searchable
          maxValues={50}
          required
        />
      )}
      <OwnerReauth form={form} />
      <SubmitButton form={form}>{t('invite.submit')}</SubmitButton>
    </Form>
  )
}
