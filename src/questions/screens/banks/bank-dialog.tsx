import { Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { invalidate } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import type { Bank, BankDialogState } from './banks-table.tsx'
import { CourseField } from './course-field.tsx'

interface Props {
  state: BankDialogState
  onClose: () => void
}

/** Creates, edits or copies a bank. */
export default function BankDialog({ state, onClose }: Props) {
  const { t } = useTranslation('question-banks')
  return (
    <Modal opened onClose={onClose} title={t(`${state.kind}.title`)} size="lg">
      {state.kind === 'create' && <CreateForm onClose={onClose} />}
      {state.kind === 'edit' && <EditForm bank={state.bank} onClose={onClose} />}
      {state.kind === 'copy' && <CopyForm bank={state.bank} onClose={onClose} />}
    </Modal>
  )
}

const outdated = [contract.listQuestionBanks, contract.getQuestionBank]

function CreateForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('question-banks')
  const cache = useQueryClient()
  const navigate = useNavigate()
  const form = useApiForm({
    contract: contract.createQuestionBank,
    initialValues: { name: '', description: '', course_id: null as string | null },
    rules: { name: required() },
    async onDone({ id }) {
      await invalidate(cache, outdated)
      await navigate(`/manage/question-banks/${id}`)
    },
  })
  return (
    <Form form={form} label={t('create.title')}>
      <FormSummary form={form} />
      <TextField {...form.field('name')} label={t('name')} required maxLength={150} data-autofocus />
      <TextArea {...form.field('description')} label={t('description')} maxLength={1_000} />
      <CourseField {...form.field('course_id')} label={t('course')} hint={t('courseHint')} />
      <Buttons onClose={onClose}>
        <SubmitButton form={form}>{t('create.submit')}</SubmitButton>
      </Buttons>
    </Form>
  )
}

function EditForm({ bank, onClose }: { bank: Bank; onClose: () => void }) {
  const { t } = useTranslation('question-banks')
  const { t: shared } = useTranslation('ui')
  const cache = useQueryClient()
  const { id: bank_id, name, description, course_id } = bank
  const form = useApiForm({
    contract: contract.updateQuestionBank,
    initialValues: { name, description, course_id },
    rules: { name: required() },
    input: (values) => ({ bank_id, ...values }),
    async onDone() {
      await invalidate(cache, outdated)
      toast(t('edit.done'))
      onClose()
    },
  })
  return (
    <Form form={form} label={t('edit.title')}>
      <FormSummary form={form} />
      <TextField {...form.field('name')} label={t('name')} required maxLength={150} data-autofocus />
      <TextArea {...form.field('description')} label={t('description')} maxLength={1_000} />
      <CourseField
        {...form.field('course_id')}
        courseName={bank.course_name}
        label={t('course')}
        hint={t('courseHint')}
      />
      <Buttons onClose={onClose}>
        <SubmitButton form={form}>{shared('actions.save')}</SubmitButton>
      </Buttons>
    </Form>
  )
}

function CopyForm({ bank, onClose }: { bank: Bank; onClose: () => void }) {
  const { t } = useTranslation('question-banks')
  const cache = useQueryClient()
  const form = useApiForm({
    contract: contract.duplicateQuestionBank,
    initialValues: { name: bank.name },
    rules: { name: required() },
    input: ({ name }) => ({ bank_id: bank.id, name }),
    async onDone({ name }) {
      await invalidate(cache, outdated)
      toast(t('copy.done', { name }))
      onClose()
    },
  })
  return (
    <Form form={form} label={t('copy.title')}>
      <FormSummary form={form} />
      <TextField
        {...form.field('name')}
        label={t('copy.name')}
        hint={t('copy.hint')}
        required
        maxLength={150}
        data-autofocus
      />
      <Buttons onClose={onClose}>
        <SubmitButton form={form}>{t('copy.submit')}</SubmitButton>
      </Buttons>
    </Form>
  )
}

function Buttons({ onClose, children }: { onClose: () => void; children: React.ReactNode }) {
  const { t } = useTranslation('ui')
  return (
    <Group justify="flex-end" gap="sm">
      <Button variant="default" onClick={onClose}>
        {t('actions.cancel')}
      </Button>
      {children}
    </Group>
  )
}
