import { Text } from '@mantine/core'
import { useId, useMemo, type ComponentType } from 'react'
import type { QuestionType } from '#lib/questions/index.ts'
import { variablesOf } from '#lib/questions/numbers/variables.ts'
import { orderOptions } from '#lib/questions/option-order.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { MultipleChoiceInput, SingleChoiceInput, TrueFalseInput } from './inputs/choice-inputs.tsx'
import { CodeInput } from './inputs/code-input.tsx'
import { FileUploadInput } from './inputs/file-inputs.tsx'
import { GapsInput } from './inputs/gaps-input.tsx'
import { HotspotInput } from './inputs/hotspot-input.tsx'
import { MatrixInput } from './inputs/matrix-input.tsx'
import { OrderingInput } from './inputs/ordering-input.tsx'
import { CategoriseInput, LabellingInput, MatchingInput } from './inputs/pair-inputs.tsx'
import { noFiles, type AnswerInputProps, type QuestionInputProps } from './question-props.ts'
import { QuestionText } from './question-text.tsx'
import { RecordingInput } from './recording/recording-input.tsx'
import { SliderInput } from './inputs/slider-input.tsx'
import { EssayInput, NumericInput, ShortTextInput } from './inputs/text-inputs.tsx'
import classes from './questions.module.css'

type SimpleType = Exclude<QuestionType, 'passage' | 'information'>

const inputs: { [T in SimpleType]: ComponentType<AnswerInputProps<T>> } = {
  single_choice: SingleChoiceInput,
  multiple_choice: MultipleChoiceInput,
  true_false: TrueFalseInput,
  short_text: ShortTextInput,
  number: NumericInput,
  calculated: NumericInput,
  essay: EssayInput,
  file_upload: FileUploadInput,
  recording: RecordingInput,
  matching: MatchingInput,
  ordering: OrderingInput,
  gaps: GapsInput,
  hotspot: HotspotInput,
  labelling: LabellingInput,
  categorise: CategoriseInput,
  matrix: MatrixInput,
  slider: SliderInput,
  code: CodeInput,
}

/**
 * A question with the input of its answer, for every type. It works by keyboard and without dragging. `onChange` gets
 * the whole answer at each change.
 */
export function QuestionInput(props: QuestionInputProps) {
  const { answer, variables = {}, optionOrder } = props
  const body = useMemo(
    () => (optionOrder ? orderOptions(props.body, optionOrder) : props.body),
    [props.body, optionOrder],
  )
  const textId = useId()
  if (body.type === 'passage') return <QuestionsOfText {...props} body={body} />
  const { type } = body
  if (type === 'information') return <QuestionText id={textId} html={body.text} />
  // The body and the answer have the type of the input; the compiler cannot follow that through the table.
  const Input = inputs[type] as unknown as ComponentType<AnswerInputProps<QuestionType>>
  return (
    <div role="group" aria-labelledby={textId} className={classes.question}>
      {/* The text of gaps contains the fields. */}
      {type === 'gaps' ? (
        <GapsLabel id={textId} />
      ) : (
        <QuestionText id={textId} html={body.text} variables={variables} />
      )}
      <Input
        body={body}
        answer={answer?.type === type ? answer : null}
        onChange={props.onChange}
        isReadOnly={props.isReadOnly ?? false}
        textId={textId}
        files={props.files ?? noFiles}
        variables={variables}
      />
    </div>
  )
}

function GapsLabel({ id }: { id: string }) {
  const { t } = useTranslation('questions')
  return (
    <Text id={id} size="sm" c="dimmed">
      {t('fillGaps')}
    </Text>
  )
}

/** A text beside its questions, or above them in a narrow column. */
function QuestionsOfText(props: QuestionInputProps) {
  const { body, answer, onChange, optionOrder: _applied, ...rest } = props
  const { t } = useTranslation('questions')
  const textId = useId()
  if (body.type !== 'passage') return null
  const answers = answer?.type === 'passage' ? answer.questions : {}
  return (
    <div className={classes.besideFrame}>
      <div className={classes.beside}>
        {/* An element that scrolls must be reachable by keyboard. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div role="group" aria-label={t('text')} className={classes.longText} tabIndex={0}>
          <QuestionText id={textId} html={body.text} />
        </div>
        <ol className={classes.subQuestions}>
          {body.questions.map((question, index) => (
            <li
              key={question.id}
              aria-label={t('subQuestion', { number: index + 1, count: body.questions.length })}
            >
              <QuestionInput
                {...rest}
                variables={variablesOf(rest.variables ?? {}, question.id)}
                body={question.body}
                answer={answers[question.id] ?? null}
                onChange={(next) =>
                  next.type === 'passage' ||
                  onChange({ type: 'passage', questions: { ...answers, [question.id]: next } })
                }
              />
            </li>
          ))}
        </ol>
      </div>
    </div>
  )
}
