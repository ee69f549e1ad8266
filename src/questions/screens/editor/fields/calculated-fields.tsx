import { Group, Stack, Text } from '@mantine/core'
import { checkFormula } from '#lib/questions/numbers/formula.ts'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { NumberField } from '#ui/form/fields/number-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { AddButton } from '../parts/add-button.tsx'
import { PercentField } from '../parts/percent-field.tsx'
import { RemoveButton } from '../parts/remove-button.tsx'
import { fieldAt, keyField, type TypeFieldsProps } from '../question-draft.ts'
import { FormulaSamples } from './formula-samples.tsx'
import { missingVariables } from './missing-variables.ts'
import { DecimalField, decimalText, ToleranceFields, UnitField, UnitFields } from './text-fields.tsx'
import classes from '../question-editor.module.css'

type Props = TypeFieldsProps<'calculated'>
const maxVariables = 20

export function CalculatedFields(props: Props) {
  const { body, answers, editing } = props
  const { t } = useTranslation('question-editor')
  return (
    <Stack gap="lg">
      <Variables {...props} />
      <FormulaField {...props} />
      <UnitFields body={body} editing={editing} />
      <Group gap="sm" align="flex-end">
        <UnitField body={body} editing={editing} path={`${editing.keyPath}.unit`} value={answers.unit} />
        <ToleranceFields
          editing={editing}
          path={editing.keyPath}
          tolerance={answers.tolerance}
          kind={answers.tolerance_kind}
        />
      </Group>
      {body.unit_input !== 'none' && (
        <PercentField {...keyField(editing, 'unit_penalty', answers.unit_penalty)} label={t('unitPenalty')} />
      )}
      <FormulaSamples answers={answers} />
    </Stack>
  )
}

const newVariable = (name: string) => ({ name, minimum: '1', maximum: '10', decimals: 0 })

/** The next letter that no variable has. */
const freeName = (names: readonly string[]) =>
  Array.from('abcdfghijklmnopqrstuvwxyz').find((letter) => !names.includes(letter)) ?? ''

function Variables({ body, answers, editing }: Props) {
  const { t } = useTranslation('question-editor')
  const path = `${editing.keyPath}.variables`
  const { variables } = answers
  const missing = missingVariables(body.text, answers)
  const add = (names: readonly string[]) =>
    editing.set(path, [...variables, ...names.map(newVariable)].slice(0, maxVariables))
  return (
    <div role="group" aria-label={t('calculated.variables')} className={classes.list}>
      <h3 className={classes.listTitle}>{t('calculated.variables')}</h3>
      {editing.errors[path] && <p className={classes.error}>{editing.errors[path]}</p>}
      {variables.map((_, at) => (
        <VariableBox key={at} answers={answers} editing={editing} at={at} />
      ))}
      {missing.length > 0 && (
        <Group gap="sm" role="status">
          <Text size="sm">{t('calculated.missing', { names: missing.join(', ') })}</Text>
          <AddButton disabled={variables.length >= maxVariables} onClick={() => add(missing)}>
            {t('calculated.addMissing')}
          </AddButton>
        </Group>
      )}
      <AddButton
        disabled={variables.length >= maxVariables}
        onClick={() => add([freeName(variables.map(({ name }) => name))])}
      >
        {t('calculated.addVariable')}
      </AddButton>
    </div>
  )
}

/** Name and range of a variable. */
function VariableBox({ answers, editing, at }: Omit<Props, 'body'> & { at: number }) {
  const { t } = useTranslation('question-editor')
  const { variables } = answers
  const variable = variables[at]!
  const all = `${editing.keyPath}.variables`
  const path = `${all}.${at}`
  const name = t('calculated.variable', { number: at + 1 })
  return (
    <fieldset className={classes.box}>
      <legend>{name}</legend>
      <Group gap="sm" align="flex-end">
        <TextField
          {...fieldAt(editing, `${path}.name`, variable.name)}
          label={t('calculated.name')}
          dir="ltr"
          autoCapitalize="off"
          maxLength={20}
          className={classes.short ?? ''}
        />
        {(['minimum', 'maximum'] as const).map((end) => (
          <DecimalField
            key={end}
            editing={editing}
            path={`${path}.${end}`}
            value={variable[end]}
            label={t(`slider.${end}`)}
          />
        ))}
        <StepField editing={editing} path={path} variable={variable} />
        <NumberField
          {...fieldAt<number | null>(editing, `${path}.decimals`, variable.decimals)}
          label={t('calculated.decimals')}
          min={0}
          max={6}
          className={classes.short ?? ''}
        />
        <RemoveButton
          name={name}
          size="xl"
          disabled={variables.length === 1}
          onClick={() => editing.set(all, variables.toSpliced(at, 1))}
        />
      </Group>
    </fieldset>
  )
}

interface StepProps {
  editing: Props['editing']
  path: string
  variable: Props['answers']['variables'][number]
}

/** The distance between two values; without it, every number with the decimals may be drawn. */
function StepField({ editing, path, variable }: StepProps) {
  const { t } = useTranslation('question-editor')
  const { onChange, ...field } = fieldAt(editing, `${path}.step`, variable.step ?? '')
  return (
    <TextField
      {...field}
      onChange={(typed) =>
        // An empty field is left out of what is sent.
        typed.trim() === '' ? editing.set(`${path}.step`, undefined) : onChange(decimalText(typed))
      }
      label={t('calculated.step')}
      placeholder={t('calculated.everyNumber')}
      dir="ltr"
      inputMode="decimal"
      autoComplete="off"
      maxLength={40}
      className={classes.short ?? ''}
    />
  )
}

/** The formula, with its first problem by name while it is written. */
function FormulaField({ answers, editing }: Props) {
  const { t } = useTranslation('question-editor')
  const { formula } = answers
  const field = keyField(editing, 'formula', formula)
  const problem = useFormulaProblem(answers)
  return (
    <TextField
      {...field}
      error={problem ?? (formula.trim() === '' ? field.error : undefined)}
      label={t('calculated.formula')}
      hint={t('calculated.formulaHint')}
      dir="ltr"
      autoCapitalize="off"
      autoComplete="off"
      spellCheck={false}
      maxLength={1_000}
    />
  )
}

function useFormulaProblem({ formula, variables }: Props['answers']) {
  const { t } = useTranslation('question-editor')
  if (formula.trim() === '') return null
  const names = variables.map(({ name }) => name)
  const found = checkFormula(formula, names)
  if (!found) return null
  const rest = formula.slice(found.position).trim()
  const name = /^[a-z][a-z0-9_]*/.exec(rest)?.[0] ?? rest.slice(0, 20)
  if (found.problem === 'syntax' && rest === '') return t('calculated.problems.end')
  return t(`calculated.problems.${found.problem}`, { name })
}
