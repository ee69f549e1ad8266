import { Group, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { ApiReply } from '#platform/client/api/client.ts'
import { listQuestions, listQuestionTags } from '#questions/contract.ts'
import { useApiPages, useApiQuery } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { ListFooter } from '#ui/components/list-footer.tsx'
import { CheckboxField } from '#ui/form/fields/checkbox-field.tsx'
import { SearchInput } from '#ui/form/fields/search-input.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { BankField, type ChosenBank } from './bank-field.tsx'

type Question = ApiReply<typeof listQuestions>['data'][number]

interface Props {
  /** Questions that the assessment has already. */
  used: ReadonlySet<string>
  onClose: () => void
  onAdd: (questions: Question[]) => void
}

/** Chooses questions of banks. */
export default function AddQuestions({ used, onClose, onAdd }: Props) {
  const { t } = useTranslation(['assessment-editor', 'ui'])
  const [bank, setBank] = useState<ChosenBank | null>(null)
  const [chosen, setChosen] = useState<Question[]>([])
  return (
    <Modal opened onClose={onClose} title={t('addQuestions')} size="xl">
      <Stack gap="lg">
        <BankField bank={bank} onChange={setBank} />
        {bank && (
          <QuestionsOfBank
            key={bank.value}
            bank_id={bank.value}
            used={used}
            chosen={chosen}
            onChange={setChosen}
          />
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('ui:actions.cancel')}
          </Button>
          <Button
            disabled={chosen.length === 0}
            onClick={() => {
              onAdd(chosen)
              onClose()
            }}
          >
            {t('addChosen', { number: formatNumber(chosen.length) })}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

interface ListProps extends Pick<Props, 'used'> {
  bank_id: string
  chosen: readonly Question[]
  onChange: (chosen: Question[]) => void
}

function QuestionsOfBank({ bank_id, ...list }: ListProps) {
  const { t } = useTranslation('assessment-editor')
  const [typed, setTyped] = useState('')
  const [tag, setTag] = useState<string | null>(null)
  const [q] = useDebouncedValue(typed.trim(), 250)
  const tags = useApiQuery(listQuestionTags, { bank_id }).data?.data ?? []
  return (
    <>
      <Group align="flex-end" gap="md">
        <SearchInput label={t('searchQuestions')} value={typed} onChange={setTyped} flex="1 1 14rem" />
        <SelectField
          label={t('tag')}
          clearable
          searchable
          placeholder={t('all')}
          value={tag}
          onChange={setTag}
          choices={tags.map((one) => ({ value: one.tag, label: one.tag }))}
        />
      </Group>
      <FoundQuestions {...list} input={{ bank_id, limit: 50, ...(q && { q }), ...(tag && { tag }) }} />
    </>
  )
}

interface FoundProps extends Omit<ListProps, 'bank_id'> {
  input: { bank_id: string; limit: number; q?: string; tag?: string }
}

function FoundQuestions({ input, used, chosen, onChange }: FoundProps) {
  const { t } = useTranslation(['assessment-editor', 'question-banks'])
  const found = useApiPages(listQuestions, input)
  if (found.error) return <ErrorState error={found.error} onRetry={found.refetch} />
  if (!found.rows) return <ListSkeleton rows={4} />
  if (found.rows.length === 0) return <Text c="dimmed">{t('question-banks:noQuestionsFound')}</Text>
  const isChosen = (id: string) => chosen.some((one) => one.id === id)
  return (
    <Stack gap="sm">
      {found.rows.map((question) => (
        <CheckboxField
          key={question.id}
          label={<bdi>{question.name}</bdi>}
          hint={t(`question-banks:types.${question.type}`)}
          disabled={used.has(question.id)}
          value={used.has(question.id) || isChosen(question.id)}
          onChange={(isAdded) =>
            onChange(isAdded ? [...chosen, question] : chosen.filter(({ id }) => id !== question.id))
          }
        />
      ))}
      <ListFooter pages={{ ...found, download: undefined }} />
    </Stack>
  )
}
