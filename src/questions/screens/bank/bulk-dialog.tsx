import { Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#platform/client/api/api-error.ts'
import { api } from '#tenancy/client/browser.ts'
import { invalidate, useApiQuery } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { TagsField } from '#ui/form/fields/tags-field.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import type { BulkAction } from './bulk-bar.tsx'
import { difficulties } from './question-filters.tsx'

interface Props {
  action: BulkAction
  bank_id: string
  question_ids: readonly string[]
  onClose: () => void
  onDone: () => void
}

interface Change {
  add_tags: string[]
  remove_tags: string[]
  /** null: no difficulty. */
  difficulty: string | null
  target_bank_id: string | null
}

const noChange: Change = { add_tags: [], remove_tags: [], difficulty: null, target_bank_id: null }

/** Changes, copies or deletes the selected questions. */
export default function BulkDialog(props: Props) {
  const { action, bank_id, question_ids, onClose } = props
  const { t } = useTranslation('question-banks')
  const [change, setChange] = useState(noChange)
  const { run, isRunning, failure } = useBulkChange(props)
  const isReady = isComplete(action, change)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`bulk.${action}.title`, { number: formatNumber(question_ids.length) })}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) void run(change)
        }}
      >
        <Stack gap="lg">
          {failure && (
            <Text c="error" role="alert">
              {failure}
            </Text>
          )}
          <Fields
            action={action}
            bank_id={bank_id}
            change={change}
            onChange={(part) => setChange((old) => ({ ...old, ...part }))}
          />
          <Buttons action={action} onClose={onClose} isRunning={isRunning} isReady={isReady} />
        </Stack>
      </form>
    </Modal>
  )
}

interface ButtonsProps extends Pick<Props, 'action' | 'onClose'> {
  isRunning: boolean
  isReady: boolean
}

function Buttons({ action, onClose, isRunning, isReady }: ButtonsProps) {
  const { t } = useTranslation('question-banks')
  const { t: shared } = useTranslation('ui')
  return (
    <Group justify="flex-end" gap="sm">
      <Button variant="default" onClick={onClose}>
        {shared('actions.cancel')}
      </Button>
      <Button
        type="submit"
        loading={isRunning}
        disabled={!isReady}
        {...(action === 'delete' && { color: 'error' })}
      >
        {t(`bulk.${action}.submit`)}
      </Button>
    </Group>
  )
}

function isComplete(action: BulkAction, { add_tags, remove_tags, target_bank_id }: Change) {
  if (action === 'tags') return add_tags.length + remove_tags.length > 0
  return action !== 'move' || target_bank_id !== null
}

/** Maximum number of questions in a request. */
const maxAtOnce = 200

function useBulkChange({ action, bank_id, question_ids, onClose, onDone }: Props) {
  const { t } = useTranslation('question-banks')
  const { errorText } = useErrorText()
  const cache = useQueryClient()
  const [isRunning, setRunning] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const run = async (change: Change) => {
    if (isRunning) return
    setRunning(true)
    setFailure(null)
    try {
      for (let at = 0; at < question_ids.length; at += maxAtOnce)
        await send(action, { bank_id, question_ids: question_ids.slice(at, at + maxAtOnce) }, change)
      toast(t(`bulk.${action}.done`, { number: formatNumber(question_ids.length) }))
      onDone()
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(errorText(error))
    } finally {
      setRunning(false)
      await invalidate(cache, [
        contract.listQuestions,
        contract.listQuestionTags,
        contract.listQuestionBanks,
        contract.getQuestionBank,
      ])
    }
  }
  return { run, isRunning, failure }
}

function send(action: BulkAction, questions: { bank_id: string; question_ids: string[] }, change: Change) {
  const { add_tags, remove_tags, difficulty, target_bank_id } = change
  const target = target_bank_id !== null && { target_bank_id }
  if (action === 'delete') return api(contract.deleteQuestions, questions)
  if (action === 'copy')
    return api(contract.copyQuestions, { ...questions, ...target }, { idempotencyKey: crypto.randomUUID() })
  if (action === 'move') return api(contract.updateQuestions, { ...questions, ...target })
  if (action === 'tags') return api(contract.updateQuestions, { ...questions, add_tags, remove_tags })
  const level = difficulty === null ? null : Number(difficulty)
  return api(contract.updateQuestions, { ...questions, difficulty: level })
}

interface FieldsProps extends Pick<Props, 'action' | 'bank_id'> {
  change: Change
  onChange: (part: Partial<Change>) => void
}

function Fields({ action, bank_id, change, onChange }: FieldsProps) {
  const { t } = useTranslation('question-banks')
  if (action === 'delete') return <Text>{t('bulk.delete.text')}</Text>
  if (action === 'tags') return <TagFields bank_id={bank_id} change={change} onChange={onChange} />
  if (action === 'difficulty')
    return (
      <SelectField
        label={t('difficulty')}
        placeholder={t('noDifficulty')}
        clearable
        value={change.difficulty}
        onChange={(difficulty) => onChange({ difficulty })}
        choices={difficulties.map((value) => ({ value, label: t(`level_${value}`) }))}
        data-autofocus
      />
    )
  return (
    <BankField
      label={t('bulk.target')}
      {...(action === 'copy' && { placeholder: t('bulk.sameBank') })}
      value={change.target_bank_id}
      onChange={(target_bank_id) => onChange({ target_bank_id })}
      excluded={action === 'move' ? bank_id : null}
    />
  )
}

function TagFields({ bank_id, change, onChange }: Omit<FieldsProps, 'action'>) {
  const { t } = useTranslation('question-banks')
  const tags = useApiQuery(contract.listQuestionTags, { bank_id }).data?.data ?? []
  const suggestions = tags.map(({ tag }) => tag)
  const shared = { suggestions, maxTags: 20, maxLength: 50 }
  return (
    <>
      <TagsField
        {...shared}
        label={t('bulk.addTags')}
        hint={t('tagsHint')}
        value={change.add_tags}
        onChange={(add_tags) => onChange({ add_tags })}
        data-autofocus
      />
      <TagsField
        {...shared}
        label={t('bulk.removeTags')}
        value={change.remove_tags}
        onChange={(remove_tags) => onChange({ remove_tags })}
      />
    </>
  )
}

interface BankFieldProps {
  label: string
  placeholder?: string
  value: string | null
  onChange: (bank_id: string | null) => void
  /** A bank that is not offered. */
  excluded: string | null
}

function BankField({ excluded, ...field }: BankFieldProps) {
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null)
  const q = search.trim().slice(0, 150)
  const input = { limit: 50, ...(q && q !== chosen?.label && { q }) }
  const banks = useApiQuery(contract.listQuestionBanks, input, { keepPrevious: true }).data?.data ?? []
  const listed = banks
    .filter(({ id }) => id !== excluded)
    .map(({ id, name, course_name }) => ({
      value: id,
      label: course_name ? `${name} · ${course_name}` : name,
    }))
  const choices = chosen && !listed.some(({ value }) => value === chosen.value) ? [chosen, ...listed] : listed
  return (
    <SelectField
      {...field}
      searchable
      clearable
      onSearchChange={setSearch}
      onChange={(id) => {
        setChosen(choices.find(({ value }) => value === id) ?? null)
        field.onChange(id)
      }}
      choices={choices}
      data-autofocus
    />
  )
}
