import type { QuestionAnswer, SimpleAnswer, Variables } from '../answers.ts'
import type { BodyOf, QuestionBody, SimpleBody } from '../bodies.ts'
import { isAnswered } from '../empty-answer.ts'
import type { KeyOf, QuestionKey, SimpleKey } from '../keys.ts'
import { gradeMultipleChoice, gradeSingleChoice, gradeTrueFalse } from './grade-choices.ts'
import { gradeHotspot } from './grade-hotspot.ts'
import { gradeCalculated, gradeNumber, gradeSlider } from './grade-numbers.ts'
import { gradeOrdering } from './grade-ordering.ts'
import { gradeCategorise, gradeLabelling, gradeMatching, gradeMatrix } from './grade-pairs.ts'
import { gradeGaps, gradeShortText } from './grade-texts.ts'
import { variablesOf } from '../numbers/variables.ts'
import { clamp, valueOf, whole, type Grading } from './grading.ts'

interface Graded<Body, Key, Answer> {
  body: Body
  key: Key
  /** Null: the student answered nothing. */
  answer: Answer | null
  /** Drawn for the attempt; those of a passage are drawn for each of its questions: `questionId.name`. */
  variables?: Variables
}

/**
 * Grades an answer. Essays, files, recordings and programs have the fraction null: a person or the sandbox for code must
 * mark them, unless nothing was answered. Throws TypeError if body and key are of different types.
 */
export function gradeAnswer({
  body,
  key,
  answer,
  variables = {},
}: Graded<QuestionBody, QuestionKey, QuestionAnswer>): Grading {
  if (body.type !== key.type)
    throw new TypeError(`A question of type ${body.type} has a key of type ${key.type}.`)
  const given = answer?.type === body.type ? answer : null
  if (body.type === 'passage')
    return gradePassage(body, key as KeyOf<'passage'>, { answer: given as never, variables })
  return gradeSimple({ body, key: key as SimpleKey, answer: given as SimpleAnswer | null, variables })
}

/** The grader of each type. `gradeSimple` pairs values of one type, which the compiler cannot see. */
const graders: Record<SimpleBody['type'], (body: never, key: never, answer: never) => Grading> = {
  single_choice: gradeSingleChoice,
  multiple_choice: gradeMultipleChoice,
  true_false: (_, key, answer) => gradeTrueFalse(key, answer),
  short_text: (_, key, answer) => gradeShortText(key, answer),
  number: gradeNumber,
  calculated: gradeCalculated,
  essay: () => whole(null),
  file_upload: () => whole(null),
  recording: () => whole(null),
  matching: gradeMatching,
  ordering: (_, key, answer) => gradeOrdering(key, answer),
  gaps: gradeGaps,
  hotspot: gradeHotspot,
  labelling: gradeLabelling,
  categorise: gradeCategorise,
  matrix: gradeMatrix,
  slider: gradeSlider,
  code: () => whole(null),
  information: () => whole(0),
}

/** The casts hold because `gradeAnswer` compared the types. */
function gradeSimple({
  body,
  key,
  answer,
  variables = {},
}: Graded<SimpleBody, SimpleKey, SimpleAnswer>): Grading {
  if (!answer || !isAnswered(answer)) return whole(0)
  const given = answer.type === 'calculated' ? { answer, variables } : answer
  return graders[body.type](body as never, key as never, given as never)
}

/** Questions about one text: their mean by weight. Information has no points; one unmarked question leaves all unmarked. */
function gradePassage(
  body: BodyOf<'passage'>,
  key: KeyOf<'passage'>,
  {
    answer,
    variables,
  }: { answer: Extract<QuestionAnswer, { type: 'passage' }> | null; variables: Variables },
): Grading {
  const counted = body.questions.filter((question) => question.body.type !== 'information')
  const graded = counted.map(({ id, weight, body: simple }) => {
    const given = answer && valueOf(answer.questions, id)
    const simpleKey = valueOf(key.questions, id)
    if (!simpleKey) return { id, weight, fraction: null }
    const own = variablesOf(variables, id)
    const { fraction } = gradeAnswer({ body: simple, key: simpleKey, answer: given ?? null, variables: own })
    return { id, weight, fraction }
  })
  const parts = graded.map(({ id, fraction }) => ({ id, fraction }))
  if (graded.some(({ fraction }) => fraction === null)) return { fraction: null, parts }
  const weights = graded.reduce((sum, { weight }) => sum + weight, 0)
  const points = graded.reduce((sum, { weight, fraction }) => sum + weight * (fraction ?? 0), 0)
  return { fraction: weights === 0 ? 0 : clamp(points / weights), parts }
}
