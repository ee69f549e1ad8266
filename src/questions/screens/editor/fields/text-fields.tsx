import { Group, Stack } from '@mantine/core'
import { NativeSelectField } from '#ui/form/fields/native-select-field.tsx'
import { NumberField } from '#ui/form/fields/number-field.tsx'
import { SwitchField } from '#ui/form/fields/switch-field.tsx'
import { TagsField } from '#ui/form/fields/tags-field.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { AddButton } from '../parts/add-button.tsx'
import { AcceptedList } from '../parts/accepted-list.tsx'
import { PercentField } from '../parts/percent-field.tsx'
import { bodyField, fieldAt, keyField, type Editing, type TypeFieldsProps } from '../question-draft.ts'
import { RemoveButton } from '../parts/remove-button.tsx'
import classes from '../question-editor.module.css'

/** How a written answer is compared. */
export function MatchingSwitches({
  editing,
  answers,
}: {
  editing: Editing
  answers: { is_case_sensitive: boolean; are_accents_ignored: boolean }
}) {
  const { t } = useTranslation('question-editor')
  const { is_case_sensitive, are_accents_ignored } = answers
  return (
    <Stack gap="sm">
      <SwitchField
        {...keyField(editing, 'is_case_sensitive', is_case_sensitive)}
        label={t('isCaseSensitive')}
      />
      <SwitchField
        {...keyField(editing, 'are_accents_ignored', are_accents_ignored)}
        label={t('areAccentsIgnored')}
      />
    </Stack>
  )
}

export function ShortTextFields({ body, answers, editing }: TypeFieldsProps<'short_text'>) {
  const { t } = useTranslation('question-editor')
  return (
    <Stack gap="lg">
      <AcceptedList
        accepted={answers.accepted}
        path={`${editing.keyPath}.accepted`}
        editing={editing}
        max={50}
      />
      <MatchingSwitches editing={editing} answers={answers} />
      <NumberField
        {...bodyField<number | null>(editing, 'max_length', body.max_length)}
        label={t('maxLength')}
        min={1}
        max={1_000}
        maw={260}
      />
    </Stack>
  )
}

/** A decimal number as the API expects it: «1,5» is 1.5. */
export const decimalText = (typed: string) => typed.trim().replace(',', '.').replace('−', '-')

interface DecimalFieldProps {
  editing: Editing
  path: string
  value: string
  label: string
  hint?: string
}

/** A decimal number, stored as text so that no digit is lost. */
export function DecimalField({ editing, path, value, ...field }: DecimalFieldProps) {
  const { onChange, ...binding } = fieldAt(editing, path, value)
  return (
    <TextField
      {...binding}
      {...field}
      onChange={(typed) => onChange(decimalText(typed))}
      dir="ltr"
      inputMode="decimal"
      autoComplete="off"
      maxLength={40}
      className={classes.short ?? ''}
    />
  )
}

type Numeric = TypeFieldsProps<'number'>['body'] | TypeFieldsProps<'calculated'>['body']
const unitInputs = ['none', 'select', 'typed'] as const

/** Whether the answer has a unit, and which ones students choose from. */
export function UnitFields({ body, editing }: { body: Numeric; editing: Editing }) {
  const { t } = useTranslation(['question-editor', 'question-banks'])
  return (
    <>
      <NativeSelectField
        {...bodyField<string>(editing, 'unit_input', body.unit_input)}
        label={t('unitInput.label')}
        choices={unitInputs.map((value) => ({ value, label: t(`unitInput.${value}`) }))}
      />
      {body.unit_input === 'select' && (
        <TagsField
          {...bodyField(editing, 'units', body.units)}
          label={t('units')}
          hint={t('question-banks:tagsHint')}
          maxTags={20}
          maxLength={30}
        />
      )}
    </>
  )
}

interface UnitProps {
  body: Numeric
  editing: Editing
  path: string
  value: string
}

/** The unit of an accepted number. */
export function UnitField({ body, editing, path, value }: UnitProps) {
  const { t } = useTranslation(['question-editor', 'questions'])
  const field = { ...fieldAt(editing, path, value), label: t('questions:unit') }
  if (body.unit_input === 'none') return null
  if (body.unit_input === 'typed')
    return <TextField {...field} maxLength={30} className={classes.short ?? ''} />
  const choices = ['', ...body.units].map((unit) => ({ value: unit, label: unit || t('questions:choose') }))
  return <NativeSelectField {...field} choices={choices} className={classes.short ?? ''} />
}

const toleranceKinds = ['absolute', 'relative'] as const

/** How far an answer may be from the right value. */
export function ToleranceFields({
  editing,
  path,
  tolerance,
  kind,
}: {
  editing: Editing
  path: string
  tolerance: string
  kind: string
}) {
  const { t } = useTranslation('question-editor')
  const before = path === '' ? '' : `${path}.`
  return (
    <>
      <DecimalField
        editing={editing}
        path={`${before}tolerance`}
        value={tolerance}
        label={t('tolerance.label')}
      />
      <NativeSelectField
        {...fieldAt(editing, `${before}tolerance_kind`, kind)}
        label={t('tolerance.kind')}
        choices={toleranceKinds.map((value) => ({ value, label: t(`tolerance.${value}`) }))}
      />
    </>
  )
}

export function NumberFields({ body, answers, editing }: TypeFieldsProps<'number'>) {
  const { t } = useTranslation('question-editor')
  const path = `${editing.keyPath}.accepted`
  const { accepted } = answers
  const [first] = accepted
  return (
    <Stack gap="lg">
      <UnitFields body={body} editing={editing} />
      {accepted.map((one, at) => (
        <AcceptedNumber key={at} body={body} answers={answers} editing={editing} at={at} />
      ))}
      <AddButton
        disabled={accepted.length >= 20 || !first}
        onClick={() => editing.set(path, [...accepted, { ...first!, value: '' }])}
      >
        {t('addAccepted')}
      </AddButton>
      {body.unit_input !== 'none' && (
        <PercentField {...keyField(editing, 'unit_penalty', answers.unit_penalty)} label={t('unitPenalty')} />
      )}
    </Stack>
  )
}

/** One accepted number with its unit and tolerance. */
function AcceptedNumber({ body, answers, editing, at }: TypeFieldsProps<'number'> & { at: number }) {
  const { t } = useTranslation('question-editor')
  const path = `${editing.keyPath}.accepted`
  const { accepted } = answers
  const one = accepted[at]!
  const name = t('acceptedAnswer', { number: at + 1 })
  return (
    <fieldset className={classes.box}>
      <legend>{name}</legend>
      {at === 0 && editing.errors[path] && <p className={classes.error}>{editing.errors[path]}</p>}
      <Group gap="sm" align="flex-end">
        <DecimalField editing={editing} path={`${path}.${at}.value`} value={one.value} label={t('value')} />
        <UnitField body={body} editing={editing} path={`${path}.${at}.unit`} value={one.unit} />
        <ToleranceFields
          editing={editing}
          path={`${path}.${at}`}
          tolerance={one.tolerance}
          kind={one.tolerance_kind}
        />
        <PercentField {...fieldAt(editing, `${path}.${at}.fraction`, one.fraction)} label={t('share')} />
        <RemoveButton
          name={name}
          size="xl"
          disabled={accepted.length === 1}
          onClick={() => editing.set(path, accepted.toSpliced(at, 1))}
        />
      </Group>
    </fieldset>
  )
}
