import { node, type XmlNode } from '../nodes.ts'

/** How the points of an item follow from its responses. */
export type Scoring =
  | { kind: 'none' }
  | { kind: 'match_correct' | 'map_response' | 'map_response_point' }
  /** Sum of the mapped points of several responses. */
  | { kind: 'sum'; identifiers: readonly string[] }
  /** Numbers with a tolerance, of which the first that fits counts. */
  | { kind: 'equal'; cases: readonly NumberCase[] }

export interface NumberCase {
  value: string
  tolerance: string
  mode: 'absolute' | 'relative'
  /** Share of the points. */
  share: string
}

const base = (type: string, value: string | number) => node('baseValue', { baseType: type }, String(value))
const variable = (identifier: string) => node('variable', { identifier })
const setScore = (value: XmlNode) => node('setOutcomeValue', { identifier: 'SCORE' }, value)
const condition = (test: XmlNode, then: XmlNode, otherwise: XmlNode) =>
  node('responseCondition', {}, node('responseIf', {}, test, then), node('responseElse', {}, otherwise))

/** Parts of the template with the same name, for an item that has rules of its own beside it. */
function templateRules(kind: 'match_correct' | 'map_response' | 'map_response_point') {
  const response = { identifier: 'RESPONSE' }
  if (kind === 'match_correct')
    return condition(
      node('match', {}, variable('RESPONSE'), node('correct', response)),
      setScore(base('float', 1)),
      setScore(base('float', 0)),
    )
  const mapped = kind === 'map_response' ? 'mapResponse' : 'mapResponsePoint'
  return condition(
    node('isNull', {}, variable('RESPONSE')),
    setScore(base('float', 0)),
    setScore(node(mapped, response)),
  )
}

function equalRules(cases: readonly NumberCase[]) {
  const [first, ...others] = cases.map(({ value, tolerance, mode, share }) => {
    const attributes = { toleranceMode: mode, tolerance: `${tolerance} ${tolerance}` }
    return [
      node('equal', attributes, variable('RESPONSE'), base('float', value)),
      setScore(base('float', share)),
    ] as const
  })
  return node(
    'responseCondition',
    {},
    node('responseIf', {}, ...first!),
    ...others.map((rule) => node('responseElseIf', {}, ...rule)),
    node('responseElse', {}, setScore(base('float', 0))),
  )
}

function scoreRules(scoring: Scoring): XmlNode[] {
  if (scoring.kind === 'none') return []
  if (scoring.kind === 'equal') return [equalRules(scoring.cases)]
  if (scoring.kind !== 'sum') return [templateRules(scoring.kind)]
  const parts = scoring.identifiers.map((identifier) => node('mapResponse', { identifier }))
  return [setScore(node('sum', {}, parts))]
}

/** Shows the feedback for everybody, and that for right or for wrong answers. */
function feedbackRules(options: boolean) {
  const shown = (which: string) =>
    node(
      'setOutcomeValue',
      { identifier: 'FEEDBACK' },
      node(
        'multiple',
        {},
        base('identifier', 'general'),
        base('identifier', which),
        options ? variable('RESPONSE') : [],
      ),
    )
  return condition(
    // Thirds do not add up to exactly 1.
    node('gte', {}, variable('SCORE'), base('float', 0.999)),
    shown('correct'),
    shown('incorrect'),
  )
}

interface Processing {
  scoring: Scoring
  hasFeedback: boolean
  /** Whether single options have a feedback. */
  hasOptionFeedback: boolean
  /** Address of the templates of this version. */
  templates: string
}

/** The rules of an item: a template if there is one for all of them. */
export function writeProcessing({
  scoring,
  hasFeedback,
  hasOptionFeedback,
  templates,
}: Processing): XmlNode[] {
  const isTemplate = scoring.kind !== 'none' && scoring.kind !== 'sum' && scoring.kind !== 'equal'
  if (isTemplate && !hasFeedback) return [node('responseProcessing', { template: templates + scoring.kind })]
  const rules = [...scoreRules(scoring), ...(hasFeedback ? [feedbackRules(hasOptionFeedback)] : [])]
  return rules.length === 0 ? [] : [node('responseProcessing', {}, rules)]
}
