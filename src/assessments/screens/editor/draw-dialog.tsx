import { Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { questionTypes } from '#lib/questions/bodies.ts'
import { listQuestionTags } from '#questions/contract.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { MultiSelectField } from '#ui/form/fields/multi-select-field.tsx'
import { NumberField } from '#ui/form/fields/number-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { Draw } from '../../contract.ts'
import { BankField, type ChosenBank } from './bank-field.tsx'

interface Props {
  /** null: a new draw. */
  draw: Draw | null
  bankName: string | null
  onClose: () => void
  onDone: (draw: Draw, bankName: string) => void
}

const levels = ['1', '2', '3', '4', '5'] as const
const noDraw: Draw = { bank_id: '', types: [], tags: [], difficulties: [], count: 5 }

/** Random questions of a bank: how many, and which ones. */
export default function DrawDialog({ draw, bankName, onClose, onDone }: Props) {
  const { t } = useTranslation(['assessment-editor', 'question-banks', 'ui'])
  const [bank, setBank] = useState<ChosenBank | null>(
    draw && bankName !== null ? { value: draw.bank_id, label: bankName } : null,
  )
  const [rules, setRules] = useState(draw ?? noDraw)
  const [count, setCount] = useState<number | null>(rules.count)
  const change = (part: Partial<Draw>) => setRules((current) => ({ ...current, ...part }))
  return (
    <Modal opened onClose={onClose} title={t('draw.title')} size="lg">
      <Stack gap="lg">
        <BankField bank={bank} onChange={setBank} />
        <NumberField label={t('draw.count')} min={1} max={100} value={count} onChange={setCount} maw={220} />
        <MultiSelectField
          label={t('draw.types')}
          placeholder={t('all')}
          searchable
          value={rules.types}
          onChange={(chosen) => change({ types: questionTypes.filter((type) => chosen.includes(type)) })}
          choices={questionTypes.map((value) => ({ value, label: t(`question-banks:types.${value}`) }))}
        />
        {bank && <TagsOfBank bank_id={bank.value} tags={rules.tags} onChange={(tags) => change({ tags })} />}
        <MultiSelectField
          label={t('question-banks:difficulty')}
          placeholder={t('all')}
          value={rules.difficulties.map(String)}
          onChange={(chosen) => change({ difficulties: chosen.map(Number) })}
          choices={levels.map((value) => ({ value, label: t(`question-banks:level_${value}`) }))}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('ui:actions.cancel')}
          </Button>
          <Button
            disabled={!bank || count === null || count < 1 || count > 100}
            onClick={() => {
              if (!bank || count === null) return
              onDone({ ...rules, bank_id: bank.value, count }, bank.label)
              onClose()
            }}
          >
            {t('ui:actions.done')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

interface TagsProps {
  bank_id: string
  tags: string[]
  onChange: (tags: string[]) => void
}

function TagsOfBank({ bank_id, tags, onChange }: TagsProps) {
  const { t } = useTranslation('assessment-editor')
  const tagsInBank = useApiQuery(listQuestionTags, { bank_id }).data?.data ?? []
  const names = [...new Set([...tags, ...tagsInBank.map(({ tag }) => tag)])]
  return (
    <MultiSelectField
      label={t('draw.tags')}
      placeholder={t('all')}
      searchable
      maxValues={20}
      value={tags}
      onChange={onChange}
      choices={names.map((value) => ({ value, label: value }))}
    />
  )
}
