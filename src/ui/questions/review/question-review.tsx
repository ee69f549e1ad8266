import { Text } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useId } from 'react'
import type { QuestionAnswer, QuestionBody, QuestionKey, Variables } from '#lib/questions/index.ts'
import { variablesOf } from '#lib/questions/numbers/variables.ts'
import { RichText } from '#ui/components/rich-text.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { AnswerFiles, ReviewImage } from './review-media.tsx'
import { noFiles, type QuestionFiles } from '../question-props.ts'
import { PartText, QuestionText } from '../question-text.tsx'
import { reviewRows, type ReviewRow, type ReviewValue } from './review-rows.ts'
import type { SimpleType } from './review-types.ts'
import classes from '../questions.module.css'

export interface QuestionReviewProps {
  body: QuestionBody
  /** null: not answered. */
  answer: QuestionAnswer | null
  /** Right answers and feedback; null: not released. */
  correctKey?: QuestionKey | null
  /** A right answer, where the key itself is not sent; null: not released. */
  rightAnswer?: QuestionAnswer | null
  /** null: not released. */
  points?: number | null
  maxPoints?: number
  /** Label of the answer for another reader than its student. */
  givenLabel?: string
  /** Plain text of the marker. */
  comment?: string | null
  variables?: Variables
  files?: QuestionFiles
}

/** A question with the answer of a student, and with the right answer and the feedback if they are released. */
export function QuestionReview(props: QuestionReviewProps) {
  const { body, correctKey = null } = props
  const textId = useId()
  if (body.type === 'passage') return <ReviewOfText {...props} />
  if (body.type === 'information') return <QuestionText id={textId} html={body.text} />
  return (
    <div role="group" aria-labelledby={textId} className={classes.review}>
      <QuestionText
        id={textId}
        html={body.type === 'gaps' ? withNumberedGaps(body.text) : body.text}
        variables={props.variables ?? {}}
      />
      <ReviewImage {...props} />
      <Rows {...props} type={body.type} />
      <AnswerFiles answer={props.answer} files={props.files ?? noFiles} />
      <Points {...props} />
      {feedbackOf(props, correctKey).map((html, index) => (
        <div key={index} className={classes.feedback}>
          <RichText html={html} />
        </div>
      ))}
      <Comment {...props} />
    </div>
  )
}

function Points({ points = null, maxPoints = 0 }: Pick<QuestionReviewProps, 'points' | 'maxPoints'>) {
  const { t } = useTranslation('questions')
  if (points === null || maxPoints === 0) return null
  const values = { points: formatNumber(points), max: formatNumber(maxPoints) }
  return <Text fw={600}>{t('review.points', values)}</Text>
}

/** What the marker wrote. */
function Comment({ comment }: Pick<QuestionReviewProps, 'comment'>) {
  const { t } = useTranslation('questions')
  if (!comment) return null
  return (
    <div className={classes.feedback}>
      <Text fw={600}>{t('review.comment')}</Text>
      <Text dir="auto" className={classes.comment ?? ''}>
        {comment}
      </Text>
    </div>
  )
}

/** Gaps as numbers in the text; their answers follow below. */
function withNumberedGaps(html: string) {
  let number = 0
  return html.replace(/\[\[[a-z0-9]{6,12}\]\]/g, () => `<strong>[${++number}]</strong>`)
}

/** Feedback of the key: of the chosen options, for everybody, and by the points. */
function feedbackOf({ answer, points = null, maxPoints = 0 }: QuestionReviewProps, key: QuestionKey | null) {
  if (!key || !('feedback' in key)) return []
  const chosen =
    answer?.type === 'single_choice'
      ? [answer.selected ?? '']
      : answer?.type === 'multiple_choice'
        ? answer.selected
        : []
  const ofOptions = 'option_feedback' in key ? chosen.map((id) => key.option_feedback[id] ?? '') : []
  const byPoints = points === null ? '' : points >= maxPoints ? key.feedback.correct : key.feedback.incorrect
  return [...ofOptions, byPoints, key.feedback.general].filter((html) => html !== '')
}

function Rows({
  body,
  answer,
  correctKey,
  rightAnswer,
  type,
  ...rest
}: QuestionReviewProps & { type: SimpleType }) {
  const { t } = useTranslation('questions')
  const isFull = typeof rest.points === 'number' && rest.points > 0 && rest.points >= (rest.maxPoints ?? 0)
  const words = {
    gap: (number: number) => t('review.gap', { number }),
    spot: (number: number) => t('spot', { number }),
    boolean: (value: boolean) => t(value ? 'true' : 'false'),
  }
  // The body, the answer and the key have the same type; the compiler cannot follow that through the table.
  const rowsOf = (of: QuestionAnswer | null | undefined, key: QuestionKey | null | undefined) =>
    reviewRows(type, {
      body,
      answer: of?.type === type ? of : null,
      key: key?.type === type ? key : null,
      variables: rest.variables ?? {},
      words,
    } as never)
  const rows = rowsOf(answer, correctKey)
  const right = rightAnswer ? rowsOf(rightAnswer, null) : []
  return (
    <ul className={`${classes.rows} ${classes.files}`}>
      {rows.map((row, index) => (
        <li key={index} className={classes.row}>
          <Row
            row={{ ...row, right: row.right ?? right[index]?.given ?? null }}
            isCode={type === 'code'}
            isFull={isFull}
            givenLabel={rest.givenLabel}
          />
        </li>
      ))}
    </ul>
  )
}

interface RowProps {
  row: ReviewRow
  isCode: boolean
  /** All points: the answer is right, however it is written. */
  isFull: boolean
  givenLabel: string | undefined
}

function Row({ row: { label, given, right, isRight }, isCode, isFull, givenLabel }: RowProps) {
  const { t } = useTranslation('questions')
  return (
    <>
      {label && <Value value={label} />}
      <dl>
        <dt>{givenLabel ?? t('review.given')}</dt>
        <dd>
          {given.length === 0 ? t('notAnswered') : <Values values={given} isCode={isCode} />}
          {isRight !== null && <Verdict isRight={isRight} />}
        </dd>
        {right && right.length > 0 && isRight !== true && !isFull && (
          <>
            <dt>{t('review.right')}</dt>
            <dd>
              <Values values={right} isCode={false} />
            </dd>
          </>
        )}
      </dl>
    </>
  )
}

function Verdict({ isRight }: { isRight: boolean }) {
  const { t } = useTranslation('questions')
  const Icon = isRight ? IconCheck : IconX
  return (
    <span className={classes.verdict} data-verdict={isRight ? 'right' : 'wrong'}>
      <Icon size={18} aria-hidden /> {t(isRight ? 'review.isRight' : 'review.isWrong')}
    </span>
  )
}

function Values({ values, isCode }: { values: readonly ReviewValue[]; isCode: boolean }) {
  if (values.length === 1) return <Value value={values[0]!} isCode={isCode} />
  return (
    <ol>
      {values.map((value, index) => (
        <li key={index}>
          <Value value={value} isCode={isCode} />
        </li>
      ))}
    </ol>
  )
}

function Value({ value, isCode = false }: { value: ReviewValue; isCode?: boolean }) {
  if ('html' in value) return <PartText html={value.html} />
  return isCode ? <pre dir="ltr">{value.text}</pre> : <span dir="auto">{value.text}</span>
}

function ReviewOfText({ body, answer, correctKey, rightAnswer, ...rest }: QuestionReviewProps) {
  const { t } = useTranslation('questions')
  const textId = useId()
  if (body.type !== 'passage') return null
  const answers = answer?.type === 'passage' ? answer.questions : {}
  const rights = rightAnswer?.type === 'passage' ? rightAnswer.questions : {}
  const keys = correctKey?.type === 'passage' ? correctKey.questions : {}
  return (
    <div className={classes.review}>
      <QuestionText id={textId} html={body.text} />
      <ol className={classes.subQuestions}>
        {body.questions.map((question, index) => (
          <li
            key={question.id}
            aria-label={t('subQuestion', { number: index + 1, count: body.questions.length })}
          >
            <QuestionReview
              body={question.body}
              answer={answers[question.id] ?? null}
              rightAnswer={rights[question.id] ?? null}
              correctKey={keys[question.id] ?? null}
              variables={variablesOf(rest.variables ?? {}, question.id)}
              {...(rest.files && { files: rest.files })}
              {...(rest.givenLabel && { givenLabel: rest.givenLabel })}
            />
          </li>
        ))}
      </ol>
      <Points {...rest} />
      <Comment {...rest} />
    </div>
  )
}
