import { Group, Stack, Text } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import { useApiPages, queryKey } from '#tenancy/client/queries.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from '#ui/components/button.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { ListFooter } from '#ui/components/list-footer.tsx'
import { Time } from '#ui/components/time.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { Form } from '#ui/form/form.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import classes from './contact.module.css'

interface Props {
  student_id: string
  name: string
  email: string
}

/** Messages that staff sent to a student by mail, and a form for another one. */
export function StudentMessages({ student_id, name, email }: Props) {
  const { t } = useTranslation('student-contact')
  const [isWriting, setWriting] = useState(false)
  const list = useApiPages(contract.listStudentMessages, { student_id, limit: 20 })
  if (list.error?.code === 'not_your_student') return null
  return (
    <Section title={t('messages.title')}>
      <Stack gap="md">
        <Group justify="space-between" gap="sm">
          <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {t('messages.text', { email })}
          </Text>
          <Button
            variant="light"
            leftSection={<IconMail size={20} aria-hidden />}
            onClick={() => setWriting(true)}
          >
            {t('messages.write')}
          </Button>
        </Group>
        <MessageList list={list} />
      </Stack>
      <Modal opened={isWriting} onClose={() => setWriting(false)} title={t('messages.to', { name })}>
        <MessageForm student_id={student_id} onDone={() => setWriting(false)} />
      </Modal>
    </Section>
  )
}

type List = ReturnType<typeof useApiPages<typeof contract.listStudentMessages>>

function MessageList({ list }: { list: List }) {
  const { t } = useTranslation('student-contact')
  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} />
  if (!list.rows) return <ListSkeleton rows={2} />
  if (list.rows.length === 0) return <Text c="dimmed">{t('messages.none')}</Text>
  return (
    <>
      <ul className={classes.entries}>
        {list.rows.map(({ id, subject, message, sender, created_at }) => (
          <li key={id}>
            <strong>{subject}</strong>
            <Text size="sm" c="dimmed" component="div">
              {sender.name} · <Time at={created_at} />
            </Text>
            <p className={classes.words}>{message}</p>
          </li>
        ))}
      </ul>
      <ListFooter pages={list} />
    </>
  )
}

function MessageForm({ student_id, onDone }: { student_id: string; onDone: () => void }) {
  const { t } = useTranslation('student-contact')
  const client = useQueryClient()
  const form = useApiForm({
    contract: contract.sendStudentMessage,
    initialValues: { subject: '', message: '' },
    rules: { subject: required(), message: required() },
    input: (values) => ({ ...values, student_id }),
    async onDone() {
      toast(t('messages.sent'))
      await client.invalidateQueries({ queryKey: queryKey(contract.listStudentMessages) })
      onDone()
    },
  })
  return (
    <Form form={form} label={t('messages.write')}>
      <TextField {...form.field('subject')} label={t('messages.subject')} maxLength={150} />
      <TextArea
        {...form.field('message')}
        label={t('messages.message')}
        hint={t('messages.hint')}
        maxLength={5_000}
        minRows={6}
      />
      <SubmitButton form={form}>{t('messages.write')}</SubmitButton>
    </Form>
  )
}
