import { elementOf, elementsOf, textOfXml, type XmlElement } from '../../xml-tree.ts'
import type { NumberCase } from '../write/write-processing.ts'

/** How the points of an item are counted; `other` for rules that are not read. */
export type ReadScoring =
  | { kind: 'none' | 'match_correct' | 'map_response' | 'map_response_point' | 'other' }
  | { kind: 'equal'; cases: readonly NumberCase[] }

/** Reads the templates of all versions, the same rules in full, numbers with a tolerance, and sums of mapped points. */
export function readScoring(processing: XmlElement | undefined): ReadScoring {
  if (!processing) return { kind: 'none' }
  const template = processing.attributes.template ?? processing.attributes.templateLocation ?? ''
  if (template !== '') return { kind: templateOf(template) }
  const rules = elementsOf(processing).filter((rule) => setsScore(rule))
  if (rules.length === 0)
    return { kind: elementsOf(processing).length === 0 ? 'none' : feedbackOnly(processing) }
  const kinds = rules.map(readRule)
  const [first] = kinds
  if (kinds.length === 1 && first!.kind !== 'sum') return first as ReadScoring
  // Rules that add up the points of one response each.
  return kinds.every(({ kind }) => kind === 'sum') ? { kind: 'map_response' } : { kind: 'other' }
}

/** Rules that show feedback do not count points. */
const feedbackOnly = (processing: XmlElement) =>
  elementsOf(processing).every((rule) => /^(?:responseCondition|setOutcomeValue)$/.test(rule.name))
    ? 'none'
    : 'other'

const templates = ['match_correct', 'map_response', 'map_response_point'] as const

/** The template at the end of an address, with or without the end of a file name. */
function templateOf(address: string): (typeof templates)[number] | 'other' {
  const name = address.slice(address.lastIndexOf('/') + 1).replace('.xml', '')
  return templates.find((template) => template === name) ?? 'other'
}

/** Whether a rule, or one inside it, sets the points. */
const setsScore = (rule: XmlElement): boolean =>
  (rule.name === 'setOutcomeValue' && rule.attributes.identifier === 'SCORE') ||
  elementsOf(rule).some((child) => setsScore(child))

type Rule = ReadScoring | { kind: 'sum' }

/** The part of a branch that sets the points, without what sets feedback. */
const scoreSetter = (branch: XmlElement | undefined) => elementsOf(branch).find((child) => setsScore(child))

function readRule(rule: XmlElement): Rule {
  if (rule.name === 'setOutcomeValue') return readExpression(elementsOf(rule)[0])
  if (rule.name !== 'responseCondition') return { kind: 'other' }
  const branches = elementsOf(rule)
  const [test] = elementsOf(branches[0])
  if (test?.name === 'equal') return readEqual(branches)
  if (test?.name === 'match') return isWhole(test, branches) ? { kind: 'match_correct' } : { kind: 'other' }
  // «If nothing was answered, 0, else the mapped points.»
  if (test?.name !== 'isNull' || branches.length !== 2) return { kind: 'other' }
  return readExpression(elementsOf(scoreSetter(branches[1]))[0])
}

/** Points for the right answer, and none for others. */
function isWhole(test: XmlElement, branches: readonly XmlElement[]) {
  const operands = elementsOf(test).map(({ name }) => name)
  const [points, ...others] = branches.map((branch) => scoreOf(scoreSetter(branch)))
  const isRest = others.every((other) => other === '' || Number(other) === 0)
  const isMatch = operands.length === 2 && operands.includes('variable') && operands.includes('correct')
  return isMatch && Number(points) > 0 && branches.length <= 2 && isRest
}

function readExpression(expression: XmlElement | undefined): Rule {
  if (expression?.name === 'mapResponse') return { kind: 'map_response' }
  if (expression?.name === 'mapResponsePoint') return { kind: 'map_response_point' }
  const parts = expression?.name === 'sum' ? elementsOf(expression) : []
  const isSum =
    parts.some(({ name }) => name === 'mapResponse') &&
    parts.every(
      ({ name, attributes }) =>
        name === 'mapResponse' || (name === 'variable' && attributes.identifier === 'SCORE'),
    )
  return { kind: isSum ? 'sum' : 'other' }
}

/** The number that a branch sets as points; the highest number of points counts as 1. */
function scoreOf(set: XmlElement | undefined) {
  if (set?.name !== 'setOutcomeValue') return ''
  if (elementOf(set, 'variable')?.attributes.identifier === 'MAXSCORE') return '1'
  return textOfXml(elementOf(set, 'baseValue')).trim()
}

function readEqual(branches: readonly XmlElement[]): ReadScoring {
  const cases: NumberCase[] = []
  for (const branch of branches) {
    const [test] = branch.name === 'responseElse' ? [] : elementsOf(branch)
    const read = test?.name === 'equal' ? equalCase(test, scoreOf(scoreSetter(branch))) : null
    if (read) cases.push(read)
    else if (branch.name !== 'responseElse') return { kind: 'other' }
  }
  return { kind: 'equal', cases }
}

function equalCase(test: XmlElement, share: string): NumberCase | null {
  const { toleranceMode = 'exact', tolerance = '0' } = test.attributes
  const [below = '0', above = below] = tolerance.trim().split(/\s+/)
  const value = textOfXml(elementOf(test, 'baseValue')).trim()
  const isRead = value !== '' && share !== '' && below === above && elementOf(test, 'variable') !== undefined
  if (!isRead) return null
  if (toleranceMode === 'exact') return { value, tolerance: '0', mode: 'absolute', share }
  return { value, tolerance: below, mode: toleranceMode === 'relative' ? 'relative' : 'absolute', share }
}
