import { Alert, Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { IconAlertTriangle, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { ApiError } from '#platform/client/api/api-error.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { api } from '#tenancy/client/browser.ts'
import { invalidate } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { IconButton } from '#ui/components/icon-button.tsx'
import { NumberField } from '#ui/form/fields/number-field.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { CopyRubricField } from './copy-rubric-field.tsx'
import {
  blankLevel,
  inputOf,
  isComplete,
  useBlankCriterion,
  type EditedCriterion,
  type EditedLevel,
} from './edited-rubric.ts'
import classes from './rubric.module.css'

interface Props {
  assessment_id: string
  rubric: ApiReply<typeof contract.getRubric>
  max_points: number
  onClose: () => void
}

/** Edits the rubric of a question. Before marks change, it says how many. */
export default function RubricDialog({ assessment_id, rubric, max_points, onClose }: Props) {
  const { t } = useTranslation(['marking', 'ui'])
  const blankCriterion = useBlankCriterion()
  const [criteria, setCriteria] = useState<readonly EditedCriterion[]>(() =>
    rubric.criteria.length > 0 ? rubric.criteria : [blankCriterion(max_points)],
  )
  const save = useSave({ assessment_id, rubric, criteria, onClose })
  const set = (at: number, changed: EditedCriterion | null) =>
    setCriteria(criteria.flatMap((one, index) => (index === at ? (changed ?? []) : one)))
  return (
    <Modal opened onClose={onClose} title={t(rubric.version > 0 ? 'rubric.edit' : 'rubric.create')} size="lg">
      <Stack gap="md">
        {rubric.version === 0 && <CopyRubricField onCopy={setCriteria} />}
        {criteria.map((criterion, at) => (
          <CriterionFields
            key={criterion.id}
            criterion={criterion}
            number={at + 1}
            isTried={save.isTried}
            onChange={(changed) => set(at, changed)}
          />
        ))}
        <AddButton
          label={t('rubric.addCriterion')}
          isDisabled={criteria.length >= 20}
          onAdd={() => setCriteria([...criteria, blankCriterion(max_points)])}
        />
        <SaveNote {...save} />
        <DialogButtons save={save} onClose={onClose} />
      </Stack>
    </Modal>
  )
}

interface ButtonsProps {
  save: ReturnType<typeof useSave>
  onClose: () => void
}

function DialogButtons({ save, onClose }: ButtonsProps) {
  const { t } = useTranslation(['marking', 'ui'])
  const { changedCount } = save
  return (
    <Group justify="flex-end" gap="sm">
      <Button variant="default" onClick={onClose}>
        {t('ui:actions.cancel')}
      </Button>
      <Button loading={save.isBusy} onClick={() => void save.run()}>
        {changedCount === null
          ? t('rubric.save')
          : t('rubric.saveAndChange', { count: changedCount, shown: formatNumber(changedCount) })}
      </Button>
    </Group>
  )
}

interface Saving extends Omit<Props, 'max_points'> {
  criteria: readonly EditedCriterion[]
}

/** Saves in two steps if marks change: the first one counts them. */
function useSave({ assessment_id, rubric, criteria, onClose }: Saving) {
  const cache = useQueryClient()
  const [isTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const [counted, setCounted] = useState<{ criteria: Saving['criteria']; count: number } | null>(null)
  const changedCount = counted?.criteria === criteria ? counted.count : null
  async function send() {
    const { question_id, version } = rubric
    const input = { id: assessment_id, question_id, version, criteria: inputOf(criteria) }
    if (changedCount === null) {
      const { changed_count } = await api(contract.setRubric, { ...input, is_preview: true })
      if (changed_count > 0) return setCounted({ criteria, count: changed_count })
    }
    const { changed_count } = await api(contract.setRubric, input)
    await invalidate(cache, [contract.getRubric])
    onClose()
    if (changed_count > 0) await invalidate(cache, [contract.listAnswersToMark, contract.getMarkingOverview])
  }
  async function run() {
    setTried(true)
    if (!isComplete(criteria)) return
    setBusy(true)
    setError(null)
    try {
      await send()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return { isTried, isBusy, error, changedCount, run, isIncomplete: isTried && !isComplete(criteria) }
}

function SaveNote({ error, changedCount, isIncomplete }: Omit<ReturnType<typeof useSave>, 'run'>) {
  const { t } = useTranslation('marking')
  const { errorText } = useErrorText()
  if (error || isIncomplete)
    return (
      <Alert color="error" role="alert" icon={<IconAlertTriangle aria-hidden />}>
        <Text size="sm">{error ? errorText(error) : t('rubric.incomplete')}</Text>
      </Alert>
    )
  if (changedCount === null) return null
  return (
    <Alert color="warning" role="alert" icon={<IconAlertTriangle aria-hidden />}>
      <Text size="sm">{t('rubric.changes', { count: changedCount, shown: formatNumber(changedCount) })}</Text>
    </Alert>
  )
}

interface CriterionProps {
  criterion: EditedCriterion
  number: number
  isTried: boolean
  /** Null removes it. */
  onChange: (criterion: EditedCriterion | null) => void
}

function CriterionFields({ criterion, number, isTried, onChange }: CriterionProps) {
  const { t } = useTranslation('marking')
  const { levels } = criterion
  const set = (at: number, changed: EditedLevel | null) =>
    onChange({
      ...criterion,
      levels: levels.flatMap((level, index) => (index === at ? (changed ?? []) : level)),
    })
  return (
    <fieldset className={classes.criterion}>
      <legend>{t('rubric.criterion', { number: formatNumber(number) })}</legend>
      <Stack gap="sm">
        <NameField criterion={criterion} number={number} isTried={isTried} onChange={onChange} />
        {levels.map((level, at) => (
          <LevelFields
            key={level.id}
            level={level}
            number={at + 1}
            isTried={isTried}
            isOnly={levels.length === 1}
            onChange={(changed) => set(at, changed)}
          />
        ))}
        <AddButton
          label={t('rubric.addLevel')}
          isDisabled={levels.length >= 10}
          onAdd={() => onChange({ ...criterion, levels: [...levels, blankLevel()] })}
        />
      </Stack>
    </fieldset>
  )
}

function NameField({ criterion, number, isTried, onChange }: CriterionProps) {
  const { t } = useTranslation('marking')
  return (
    <div className={classes.part}>
      <TextField
        label={t('rubric.name')}
        value={criterion.name}
        maxLength={200}
        dir="auto"
        error={isTried && criterion.name.trim() === '' && t('rubric.required')}
        onChange={(name) => onChange({ ...criterion, name })}
      />
      <RemoveButton
        label={t('rubric.removeCriterion', { number: formatNumber(number) })}
        onRemove={() => onChange(null)}
      />
    </div>
  )
}

interface LevelProps {
  level: EditedLevel
  number: number
  isTried: boolean
  /** A criterion keeps one level. */
  isOnly: boolean
  /** Null removes it. */
  onChange: (level: EditedLevel | null) => void
}

function LevelFields({ level, number, isTried, isOnly, onChange }: LevelProps) {
  const { t } = useTranslation('marking')
  const { points, description } = level
  const shown = formatNumber(number)
  return (
    <div className={classes.part}>
      <TextField
        label={t('rubric.level', { number: shown })}
        value={description}
        maxLength={500}
        dir="auto"
        error={isTried && description.trim() === '' && t('rubric.required')}
        onChange={(text) => onChange({ ...level, description: text })}
      />
      <NumberField
        label={t('rubric.levelPoints')}
        value={points}
        min={0}
        max={1_000}
        decimalScale={2}
        w={96}
        error={isTried && points === null && t('rubric.required')}
        onChange={(value) => onChange({ ...level, points: value })}
      />
      <RemoveButton
        label={t('rubric.removeLevel', { number: shown })}
        isDisabled={isOnly}
        onRemove={() => onChange(null)}
      />
    </div>
  )
}

interface AddProps {
  label: string
  isDisabled: boolean
  onAdd: () => void
}

function AddButton({ label, isDisabled, onAdd }: AddProps) {
  return (
    <Group>
      <Button
        size="compact-md"
        variant="subtle"
        disabled={isDisabled}
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={onAdd}
      >
        {label}
      </Button>
    </Group>
  )
}

interface RemoveProps {
  label: string
  isDisabled?: boolean
  onRemove: () => void
}

function RemoveButton({ label, isDisabled = false, onRemove }: RemoveProps) {
  return (
    <IconButton
      label={label}
      variant="subtle"
      color="gray"
      size="xl"
      disabled={isDisabled}
      onClick={onRemove}
    >
      <IconTrash size={18} aria-hidden />
    </IconButton>
  )
}
