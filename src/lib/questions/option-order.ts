import type { QuestionBody } from './bodies.ts'
import { shuffle, type Random } from './random.ts'

/**
 * Ids of a question's lists in the order of one attempt, by the name of the list; those of a gap by the gap's id, and
 * those in a passage by `questionId.list`. Lists that keep their order are missing.
 */
export type OptionOrder = Record<string, string[]>

interface Part {
  id: string
}

/** Lists that are shown in another order for each attempt. The stored order could tell the answer of these types. */
function listsOf(body: QuestionBody): [name: string, parts: readonly Part[]][] {
  switch (body.type) {
    case 'single_choice':
    case 'multiple_choice':
      return body.is_shuffled ? [['options', body.options]] : []
    case 'matching':
      return [['choices', body.choices]]
    case 'ordering':
      return [['items', body.items]]
    case 'labelling':
      return [['labels', body.labels]]
    case 'categorise':
      return [['items', body.items]]
    case 'gaps':
      return body.gaps.flatMap((gap) =>
        gap.kind === 'list' ? [[gap.id, gap.options] as [string, Part[]]] : [],
      )
    case 'passage':
      return body.questions.flatMap(({ id, body: simple }) =>
        listsOf(simple).map(([name, parts]) => [`${id}.${name}`, parts] as [string, readonly Part[]]),
      )
    default:
      return []
  }
}

/** Draws the order of a question's options for one attempt. */
export const shuffledOptions = (body: QuestionBody, random: Random): OptionOrder =>
  Object.fromEntries(listsOf(body).map(([name, parts]) => [name, shuffle(parts, random).map(({ id }) => id)]))

/** The question with its options in the order of an attempt. Options that the order does not name come last. */
export function orderOptions<Body extends QuestionBody>(body: Body, order: OptionOrder): Body {
  return ordered(body, order, '') as Body
}

function ordered(body: QuestionBody, order: OptionOrder, prefix: string): QuestionBody {
  const sort = <T extends Part>(name: string, parts: T[]) => sorted(parts, order[`${prefix}${name}`])
  switch (body.type) {
    case 'single_choice':
    case 'multiple_choice':
      return { ...body, options: sort('options', body.options) }
    case 'matching':
      return { ...body, choices: sort('choices', body.choices) }
    case 'labelling':
      return { ...body, labels: sort('labels', body.labels) }
    case 'ordering':
    case 'categorise':
      return { ...body, items: sort('items', body.items) }
    case 'gaps':
      return {
        ...body,
        gaps: body.gaps.map((gap) =>
          gap.kind === 'list' ? { ...gap, options: sort(gap.id, gap.options) } : gap,
        ),
      }
    case 'passage':
      return {
        ...body,
        questions: body.questions.map((question) => ({
          ...question,
          body: ordered(question.body, order, `${question.id}.`) as typeof question.body,
        })),
      }
    default:
      return body
  }
}

function sorted<T extends Part>(parts: T[], ids: string[] | undefined) {
  if (!ids) return parts
  const positions = new Map(ids.map((id, position) => [id, position]))
  const positionOf = ({ id }: Part) => positions.get(id) ?? ids.length
  return parts.toSorted((a, b) => positionOf(a) - positionOf(b))
}
