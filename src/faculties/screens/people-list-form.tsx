import { Alert, Group, List, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import type { ApiReply } from '#platform/client/api/client.ts'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { Button } from '#ui/components/button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { useInvalidatePeople } from './use-assign-people.ts'

/** Adds many people from a list of e-mail addresses or user codes, for example from a spreadsheet. */
export function PeopleListForm({ faculty_id, onClose }: { faculty_id: string; onClose: () => void }) {
  const { t } = useTranslation('faculties')
  const { t: shared } = useTranslation('ui')
  const fresh = useInvalidatePeople()
  const [said, setSaid] = useState<ApiReply<typeof contract.assignPeopleFromList> | null>(null)
  const form = useApiForm({
    contract: contract.assignPeopleFromList,
    initialValues: { list: '' },
    rules: { list: required() },
    input: ({ list }) => ({ faculty_id, list }),
    async onDone(answer) {
      setSaid(answer)
      await fresh()
    },
  })
  return (
    <Form form={form} label={t('list.open')}>
      <FormSummary form={form} />
      <TextArea
        {...form.field('list')}
        label={t('list.label')}
        hint={t('list.hint')}
        required
        minRows={6}
        maxRows={14}
        autosize
        maxLength={200_000}
      />
      {said && (
        <Alert
          color={said.not_found_count > 0 ? 'warning' : 'success'}
          icon={<IconInfoCircle aria-hidden />}
          role="status"
        >
          <Text>{t('broughtIn', { count: said.added })}</Text>
          {said.already_members > 0 && <Text>{t('list.already', { count: said.already_members })}</Text>}
          {said.not_found_count > 0 && (
            <>
              <Text mt="xs">{t('list.unknown', { count: said.not_found_count })}</Text>
              <List size="sm" mt={4}>
                {said.not_found.map(({ line, text }) => (
                  <List.Item key={line} style={{ overflowWrap: 'anywhere' }}>
                    {t('list.line', { line, text })}
                  </List.Item>
                ))}
              </List>
            </>
          )}
        </Alert>
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {shared(said ? 'actions.close' : 'actions.cancel')}
        </Button>
        <SubmitButton form={form}>{t('list.send')}</SubmitButton>
      </Group>
    </Form>
  )
}
