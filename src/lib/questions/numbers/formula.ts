import { functions, type MathFunction } from './formula-functions.ts'

/** Why a formula cannot be used, and the position of the first character in question. */
export interface FormulaProblem {
  problem: 'syntax' | 'unknown_name' | 'argument_count' | 'too_long'
  position: number
}

type Node =
  | { kind: 'number'; value: number }
  | { kind: 'variable'; name: string; position: number }
  | { kind: 'call'; call: MathFunction['call']; operands: Node[] }

export interface Formula {
  root: Node
  /** Names of the variables in the formula. */
  variables: Set<string>
}

const maxLength = 1_000
const maxNodes = 200
const maxDepth = 60
const token =
  /\s*(?:([0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]{1,3})?|\.[0-9]+)|([a-z][a-z0-9_]*)|(\*\*|[-−–+*×·∙÷/:^(){},;]))/y
const operators: Record<string, string> = {
  '−': '-',
  '–': '-',
  '×': '*',
  '·': '*',
  '∙': '*',
  '÷': '/',
  ':': '/',
  '**': '^',
}
const constants: Record<string, number> = { pi: Math.PI, e: Math.E }

const binary: Record<string, MathFunction['call']> = {
  '+': (a, b) => a! + b!,
  '-': (a, b) => a! - b!,
  '*': (a, b) => a! * b!,
  '/': (a, b) => a! / b!,
  '^': (a, b) => a! ** b!,
}

interface Token {
  kind: 'number' | 'name' | 'operator' | 'end'
  text: string
  position: number
}

class ParseError extends Error {
  readonly problem: FormulaProblem
  constructor(problem: FormulaProblem['problem'], position: number) {
    super(problem)
    this.problem = { problem, position }
  }
}

/**
 * Parses arithmetic such as `2*{a}^2 + sqrt(b)`: numbers, variables with or without braces, the constants `pi` and `e`,
 * + − × ÷ ^ and the functions of `formula-functions.ts`. At most 1,000 characters and 200 nodes.
 */
export function parseFormula(text: string): Formula | FormulaProblem {
  try {
    return new Parser(text).parse()
  } catch (error) {
    if (error instanceof ParseError) return error.problem
    throw error
  }
}

/** The value of a formula; null if the formula is invalid, a variable is missing or the result is not finite. */
export function evaluateFormula(formula: string | Formula, variables: Readonly<Record<string, string>>) {
  const parsed = typeof formula === 'string' ? parseFormula(formula) : formula
  if ('problem' in parsed) return null
  const value = valueOf(parsed.root, variables)
  return Number.isFinite(value) ? value : null
}

/** The first problem of a formula that may use these variables; null if there is none. */
export function checkFormula(text: string, variableNames: readonly string[]): FormulaProblem | null {
  const parsed = parseFormula(text)
  if ('problem' in parsed) return parsed
  const position = firstUnknown(parsed.root, new Set(variableNames))
  return position === null ? null : { problem: 'unknown_name', position }
}

function firstUnknown(node: Node, names: ReadonlySet<string>): number | null {
  if (node.kind === 'number') return null
  if (node.kind === 'variable')
    return names.has(node.name) || Object.hasOwn(constants, node.name) ? null : node.position
  for (const operand of node.operands) {
    const position = firstUnknown(operand, names)
    if (position !== null) return position
  }
  return null
}

function valueOf(node: Node, variables: Readonly<Record<string, string>>): number {
  if (node.kind === 'number') return node.value
  if (node.kind === 'call') return node.call(...node.operands.map((operand) => valueOf(operand, variables)))
  if (Object.hasOwn(variables, node.name)) return Number(variables[node.name])
  return Object.hasOwn(constants, node.name) ? constants[node.name]! : Number.NaN
}

class Parser {
  readonly #text: string
  #next: Token
  #end = 0
  #nodes = 0
  #depth = 0
  readonly #variables = new Set<string>()

  constructor(text: string) {
    if (text.length > maxLength) throw new ParseError('too_long', maxLength)
    this.#text = text
    this.#next = this.#read()
  }

  parse(): Formula {
    const root = this.#sum()
    if (this.#next.kind !== 'end') this.#fail()
    return { root, variables: this.#variables }
  }

  #read(): Token {
    token.lastIndex = this.#end
    const match = token.exec(this.#text)
    if (!match) {
      const rest = this.#text.slice(this.#end)
      const position = this.#end + rest.length - rest.trimStart().length
      if (position < this.#text.length) throw new ParseError('syntax', position)
      return { kind: 'end', text: '', position }
    }
    this.#end = token.lastIndex
    const [, number, name, operator] = match
    const text = number ?? name ?? operators[operator!] ?? operator!
    const kind = number !== undefined ? 'number' : name !== undefined ? 'name' : 'operator'
    return { kind, text, position: this.#end - (number ?? name ?? operator!).length }
  }

  #fail(problem: FormulaProblem['problem'] = 'syntax', position = this.#next.position): never {
    throw new ParseError(problem, position)
  }

  #take() {
    const taken = this.#next
    this.#next = this.#read()
    return taken
  }

  #isNext = (...texts: string[]) => this.#next.kind === 'operator' && texts.includes(this.#next.text)

  #expect(text: string) {
    if (!this.#isNext(text)) this.#fail()
    this.#take()
  }

  #node(node: Node): Node {
    if (++this.#nodes > maxNodes) this.#fail('too_long')
    return node
  }

  #nested<T>(parse: () => T): T {
    if (++this.#depth > maxDepth) this.#fail('too_long')
    const parsed = parse()
    this.#depth--
    return parsed
  }

  #sum = () => this.#leftToRight(['+', '-'], () => this.#product())
  #product = () => this.#leftToRight(['*', '/'], () => this.#signed())

  #leftToRight(texts: string[], operand: () => Node) {
    let left = operand()
    while (this.#isNext(...texts)) {
      const call = binary[this.#take().text]!
      left = this.#node({ kind: 'call', call, operands: [left, operand()] })
    }
    return left
  }

  /** A sign binds less tightly than a power: −2^2 is −4. */
  #signed(): Node {
    if (!this.#isNext('+', '-')) return this.#power()
    const sign = this.#take().text
    const operand = this.#nested(() => this.#signed())
    if (sign === '+') return operand
    return this.#node({ kind: 'call', call: (value) => -value!, operands: [operand] })
  }

  #power(): Node {
    const base = this.#operand()
    if (!this.#isNext('^')) return base
    this.#take()
    const exponent = this.#nested(() => this.#signed())
    return this.#node({ kind: 'call', call: binary['^']!, operands: [base, exponent] })
  }

  #operand(): Node {
    const { kind, text, position } = this.#take()
    if (kind === 'number') return this.#node({ kind: 'number', value: Number(text) })
    if (kind === 'name')
      return this.#isNext('(') ? this.#call(text, position) : this.#variable(text, position)
    if (text === '(') return this.#group()
    if (text !== '{') this.#fail('syntax', position)
    const name = this.#take()
    if (name.kind !== 'name') this.#fail('syntax', name.position)
    this.#expect('}')
    return this.#variable(name.text, name.position)
  }

  #group() {
    const group = this.#nested(() => this.#sum())
    this.#expect(')')
    return group
  }

  #variable(name: string, position: number) {
    if (!Object.hasOwn(constants, name)) this.#variables.add(name)
    return this.#node({ kind: 'variable', name, position })
  }

  #call(name: string, position: number) {
    if (!Object.hasOwn(functions, name)) this.#fail('unknown_name', position)
    const { call, minimum, maximum } = functions[name]!
    this.#take()
    const operands = this.#isNext(')') ? [] : [this.#nested(() => this.#sum())]
    while (this.#isNext(',', ';')) {
      this.#take()
      operands.push(this.#nested(() => this.#sum()))
    }
    this.#expect(')')
    if (operands.length < minimum || operands.length > maximum) this.#fail('argument_count', position)
    return this.#node({ kind: 'call', call, operands })
  }
}
