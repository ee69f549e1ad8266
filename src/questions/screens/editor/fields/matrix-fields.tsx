import { Group, Stack } from '@mantine/core'
import { CheckboxField } from '#ui/form/fields/checkbox-field.tsx'
import { SwitchField } from '#ui/form/fields/switch-field.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { plainText } from '#ui/questions/part-text.ts'
import { PartList, type TextPart } from '../parts/part-list.tsx'
import { ScoringField } from '../parts/scoring-field.tsx'
import { bodyField, type TypeFieldsProps } from '../question-draft.ts'
import { DecimalField } from './text-fields.tsx'
import classes from '../question-editor.module.css'

type Right = Readonly<Record<string, string[]>>

/** The right columns of the rows that are left. */
const rightWithin = (right: Right, rows: readonly TextPart[], columns: readonly TextPart[]) =>
  Object.fromEntries(
    rows.flatMap(({ id }) => {
      const left = (right[id] ?? []).filter((column) => columns.some((one) => one.id === column))
      return left.length > 0 ? [[id, left]] : []
    }),
  )

export function MatrixFields({ body, answers, editing }: TypeFieldsProps<'matrix'>) {
  const { t } = useTranslation('question-editor')
  const path = `${editing.keyPath}.rows`
  const within = (rows: readonly TextPart[], columns: readonly TextPart[]) =>
    editing.set(path, rightWithin(answers.rows, rows, columns))
  return (
    <Stack gap="lg">
      <PartList
        title={t('columns')}
        parts={body.columns}
        path={`${editing.bodyPath}.columns`}
        editing={editing}
        labelOf={(number) => t('column', { number })}
        addLabel={t('addColumn')}
        min={2}
        max={12}
        onChanged={(parts) => within(body.rows, parts)}
      />
      <PartList
        title={t('rows')}
        parts={body.rows}
        path={`${editing.bodyPath}.rows`}
        editing={editing}
        labelOf={(number) => t('row', { number })}
        addLabel={t('addRow')}
        min={1}
        max={30}
        onChanged={(parts) => within(parts, body.columns)}
        after={({ id }) => <RightColumns id={id} body={body} answers={answers} editing={editing} />}
      />
      <SwitchField {...bodyField(editing, 'is_multiple', body.is_multiple)} label={t('isMultiple')} />
      <ScoringField editing={editing} scoring={answers.scoring} />
    </Stack>
  )
}

/** The columns that are right in a row. */
function RightColumns({ id, body, answers, editing }: TypeFieldsProps<'matrix'> & { id: string }) {
  const { t } = useTranslation('question-editor')
  const path = `${editing.keyPath}.rows`
  const chosen = answers.rows[id] ?? []
  const error = editing.errors[`${path}.${id}`]
  const toggle = (column: string, isRight: boolean) => {
    const others = body.is_multiple ? chosen.filter((one) => one !== column) : []
    const next = isRight ? [...others, column] : chosen.filter((one) => one !== column)
    const { [id]: _old, ...rest } = answers.rows
    editing.set(path, next.length > 0 ? { ...rest, [id]: next } : rest)
  }
  return (
    <fieldset className={classes.plain}>
      <legend>{t('right')}</legend>
      {error && <p className={classes.error}>{error}</p>}
      <Group gap="md">
        {body.columns.map((column, at) => (
          <CheckboxField
            key={column.id}
            name={`${path}.${id}`}
            label={plainText(column.text).slice(0, 80) || t('column', { number: at + 1 })}
            value={chosen.includes(column.id)}
            onChange={(isRight) => toggle(column.id, isRight)}
          />
        ))}
      </Group>
    </fieldset>
  )
}

export function SliderFields({ body, answers, editing }: TypeFieldsProps<'slider'>) {
  const { t } = useTranslation(['question-editor', 'questions'])
  const { bodyPath, keyPath } = editing
  const ends = ['minimum', 'maximum', 'step'] as const
  return (
    <Stack gap="lg">
      <Group gap="md" align="flex-start">
        {ends.map((name) => (
          <DecimalField
            key={name}
            editing={editing}
            path={`${bodyPath}.${name}`}
            value={body[name]}
            label={t(`slider.${name}`)}
          />
        ))}
        <TextField
          {...bodyField(editing, 'unit', body.unit)}
          label={t('questions:unit')}
          maxLength={30}
          className={classes.short ?? ''}
        />
      </Group>
      <Group gap="md" align="flex-start">
        <DecimalField editing={editing} path={`${keyPath}.value`} value={answers.value} label={t('value')} />
        <DecimalField
          editing={editing}
          path={`${keyPath}.tolerance`}
          value={answers.tolerance}
          label={t('tolerance.label')}
        />
      </Group>
    </Stack>
  )
}
