import type { BodyOf } from '../../../questions/index.ts'
import { pointsText, writeDeclaration } from '../declarations.ts'
import { node } from '../nodes.ts'
import { declareSet, identifiersOf, type Question, type QtiWriting, type Written } from './writing.ts'

const response = { responseIdentifier: 'RESPONSE' }

function choices(
  options: BodyOf<'single_choice'>['options'],
  feedback: Readonly<Record<string, string>>,
  { html }: QtiWriting,
) {
  const names = identifiersOf(options, 'A')
  return options.map(({ id, text }) => {
    const identifier = names.get(id)!
    const shown = { outcomeIdentifier: 'FEEDBACK', identifier, showHide: 'show' }
    const own = feedback[id] ? [node('feedbackBlock', shown, html(feedback[id]))] : []
    return node('simpleChoice', { identifier }, html(text), own)
  })
}

/** One right option, or options with shares of the points. */
export function writeSingleChoice({ body, key }: Question<'single_choice'>, writing: QtiWriting): Written {
  const names = identifiersOf(body.options, 'A')
  const rights = Object.entries(key.fractions).filter(([, fraction]) => fraction > 0)
  const isPlain = rights.length === 1
  const correct = rights.filter(([, fraction]) => fraction === 1).map(([id]) => names.get(id)!)
  const mapping = rights.map(([id, fraction]) => ({ key: names.get(id)!, points: pointsText(fraction) }))
  return {
    declarations: [
      writeDeclaration({
        cardinality: 'single',
        baseType: 'identifier',
        correct: correct.slice(0, 1),
        ...(!isPlain && { mapping }),
      }),
    ],
    content: [
      node(
        'choiceInteraction',
        { ...response, shuffle: body.is_shuffled, maxChoices: 1 },
        choices(body.options, key.option_feedback, writing),
      ),
    ],
    scoring: { kind: isPlain ? 'match_correct' : 'map_response' },
  }
}

/** Several right options, of which each counts or all together. */
export function writeMultipleChoice(
  { body, key }: Question<'multiple_choice'>,
  writing: QtiWriting,
): Written {
  const { declaration, scoring } = declareSet(identifiersOf(body.options, 'A'), key)
  return {
    declarations: [declaration],
    content: [
      node(
        'choiceInteraction',
        { ...response, shuffle: body.is_shuffled, maxChoices: 0 },
        choices(body.options, key.option_feedback, writing),
      ),
    ],
    scoring,
  }
}

/** Two choices, named `true` and `false`. */
export function writeTrueFalse({ key }: Question<'true_false'>): Written {
  const choice = (identifier: string, text: string) => node('simpleChoice', { identifier }, text)
  return {
    declarations: [
      writeDeclaration({ cardinality: 'single', baseType: 'identifier', correct: [String(key.correct)] }),
    ],
    content: [
      node(
        'choiceInteraction',
        { ...response, shuffle: false, maxChoices: 1 },
        choice('true', 'True'),
        choice('false', 'False'),
      ),
    ],
    scoring: { kind: 'match_correct' },
  }
}

/** The templates know a whole order only. */
export function writeOrdering({ body, key }: Question<'ordering'>, { losses, html }: QtiWriting): Written {
  if (key.scoring === 'partial') losses.add('partial_points')
  const names = identifiersOf(body.items, 'A')
  return {
    declarations: [
      writeDeclaration({
        cardinality: 'ordered',
        baseType: 'identifier',
        correct: key.order.map((id) => names.get(id)!),
      }),
    ],
    content: [
      node(
        'orderInteraction',
        { ...response, shuffle: true },
        body.items.map(({ id, text }) => node('simpleChoice', { identifier: names.get(id) }, html(text))),
      ),
    ],
    scoring: { kind: 'match_correct' },
  }
}

/** A text that a person marks. */
export function writeEssay({ body }: Question<'essay'>, { losses }: QtiWriting): Written {
  if (body.min_words > 0 || body.max_words > 0) losses.add('settings')
  return {
    declarations: [writeDeclaration({ cardinality: 'single', baseType: 'string' })],
    content: [node('extendedTextInteraction', { ...response, format: body.is_rich ? 'xhtml' : 'plain' })],
    scoring: { kind: 'none' },
  }
}

/** A file that a person marks. */
export function writeUpload({ body }: Question<'file_upload'>, { losses }: QtiWriting): Written {
  if (body.max_files !== 1 || body.extensions.length > 0) losses.add('settings')
  return {
    declarations: [writeDeclaration({ cardinality: 'single', baseType: 'file' })],
    content: [node('uploadInteraction', response)],
    scoring: { kind: 'none' },
  }
}
