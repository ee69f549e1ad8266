import type { KeyOf } from '#lib/questions/index.ts'
import { variablesInText } from '#lib/questions/checks/key-checks.ts'
import { parseFormula } from '#lib/questions/numbers/formula.ts'

/** Names in the text and the formula of a calculated question that no variable has. */
export function missingVariables(text: string, { formula, variables }: KeyOf<'calculated'>) {
  const parsed = parseFormula(formula)
  const used = [...variablesInText(text), ...('problem' in parsed ? [] : parsed.variables)]
  return [...new Set(used)].filter((name) => !variables.some((variable) => variable.name === name))
}
