import { Stack, Text } from '@mantine/core'
import { Button } from '#ui/components/button.tsx'
import { NativeSelectField } from '#ui/form/fields/native-select-field.tsx'
import { RadioOption } from '#ui/form/fields/radio-option.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { newParts } from '../blank-questions.ts'
import { AddButton } from '../parts/add-button.tsx'
import { AcceptedList } from '../parts/accepted-list.tsx'
import { PartList } from '../parts/part-list.tsx'
import { ScoringField } from '../parts/scoring-field.tsx'
import type { TypeFieldsProps } from '../question-draft.ts'
import { maxGaps, newGap, withGapAtEnd, withoutGap } from './gap-numbers.ts'
import { MatchingSwitches } from './text-fields.tsx'
import classes from '../question-editor.module.css'

type Props = TypeFieldsProps<'gaps'>
type Gap = Props['body']['gaps'][number]

export function GapFields({ body, answers, editing }: Props) {
  const { t } = useTranslation('question-editor')
  const { bodyPath, keyPath, set } = editing
  const add = () => {
    const { gap, answer } = newGap()
    set(`${bodyPath}.gaps`, [...body.gaps, gap])
    set(`${keyPath}.gaps`, { ...answers.gaps, [gap.id]: answer })
    set(`${bodyPath}.text`, withGapAtEnd(body.text, gap.id))
  }
  return (
    <Stack gap="lg">
      {body.gaps.map((gap, at) => (
        <GapBox key={gap.id} gap={gap} at={at} body={body} answers={answers} editing={editing} />
      ))}
      <AddButton disabled={body.gaps.length >= maxGaps} onClick={add}>
        {t('addGap')}
      </AddButton>
      <MatchingSwitches editing={editing} answers={answers} />
      <ScoringField editing={editing} scoring={answers.scoring} />
    </Stack>
  )
}

const kinds = ['text', 'list'] as const

interface GapProps extends Props {
  gap: Gap
  at: number
}

function removeGap({ gap, at, body, answers, editing: { bodyPath, keyPath, set } }: GapProps) {
  const { [gap.id]: _old, ...others } = answers.gaps
  set(`${bodyPath}.gaps`, body.gaps.toSpliced(at, 1))
  set(`${keyPath}.gaps`, others)
  set(`${bodyPath}.text`, withoutGap(body.text, gap.id))
}

function GapBox(props: GapProps) {
  const { gap, at, body, answers, editing } = props
  const { t } = useTranslation('question-editor')
  const { bodyPath, keyPath, set } = editing
  const change = (kind: string) => {
    const [next, answer] = kind === 'list' ? newListGap(gap.id) : newTextGap(gap.id)
    set(`${bodyPath}.gaps`, body.gaps.with(at, next))
    set(`${keyPath}.gaps`, { ...answers.gaps, [gap.id]: answer })
  }
  const isMissing = !body.text.includes(`[[${gap.id}]]`)
  return (
    <fieldset className={classes.box}>
      <legend>{t('gap', { number: at + 1 })}</legend>
      <Stack gap="md">
        {isMissing && <Text c="error">{t('gapMissing', { mark: `[[${at + 1}]]` })}</Text>}
        <NativeSelectField
          name={`${bodyPath}.gaps.${at}.id`}
          label={t('gapKind.label')}
          value={gap.kind}
          onChange={change}
          choices={kinds.map((value) => ({ value, label: t(`gapKind.${value}`) }))}
        />
        <GapAnswers {...props} />
        <Button
          variant="subtle"
          color="gray"
          className={classes.add ?? ''}
          disabled={body.gaps.length === 1}
          onClick={() => removeGap(props)}
        >
          {t('removePart', { name: t('gap', { number: at + 1 }) })}
        </Button>
      </Stack>
    </fieldset>
  )
}

type GapAnswer = Props['answers']['gaps'][string]

const newTextGap = (id: string): [Gap, GapAnswer] => [{ ...newGap().gap, id }, newGap().answer]

function newListGap(id: string): [Gap, GapAnswer] {
  const options = newParts(3)
  return [
    { id, kind: 'list', options },
    { kind: 'list', correct: options[0]!.id },
  ]
}

function GapAnswers({ gap, at, answers, editing }: GapProps) {
  const { t } = useTranslation('question-editor')
  const answer = answers.gaps[gap.id]
  const path = `${editing.keyPath}.gaps.${gap.id}`
  if (gap.kind === 'text')
    return answer?.kind === 'text' ? (
      <AcceptedList accepted={answer.accepted} path={`${path}.accepted`} editing={editing} max={30} />
    ) : null
  const correct = answer?.kind === 'list' ? answer.correct : ''
  return (
    <PartList
      title={t('options')}
      error={editing.errors[`${path}.correct`]}
      parts={gap.options}
      path={`${editing.bodyPath}.gaps.${at}.options`}
      editing={editing}
      labelOf={(number) => t('option', { number })}
      addLabel={t('addOption')}
      min={2}
      max={20}
      before={({ id }, number) => (
        <RadioOption
          name={`${path}.correct`}
          data-group={t('right')}
          aria-label={t('rightOf', { name: t('option', { number }) })}
          label={t('right')}
          isChosen={correct === id}
          onChoose={() => editing.set(`${path}.correct`, id)}
        />
      )}
    />
  )
}
