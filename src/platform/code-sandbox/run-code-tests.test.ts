import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isSameJson } from './is-same-json.ts'
import { runCodeTests } from './run-code-tests.ts'

const run = (code: string, ...tests: [call: string, expected: string][]) =>
  runCodeTests(
    code,
    'f',
    tests.map(([call, expected]) => ({ call, expected })),
  )
const outcomes = async (code: string, ...tests: [call: string, expected: string][]) =>
  (await run(code, ...tests)).map(({ outcome }) => outcome)

test('compares values as JSON', async () => {
  const code = 'const f = (a) => { console.log(a); return a }'
  const tests: [string, string][] = [
    ['f(2)', '2'],
    ['f(0.1 + 0.2)', '0.3'],
    ['f({ a: 1, b: [true, null] })', '{"b": [true, null], "a": 1}'],
    ['f("é")', '"é"'],
    ['f()', 'undefined'],
    ['f(0 / 0)', 'NaN'],
    ['f(2)', '3'],
    ['f("2")', '2'],
    ['f(() => 1)', '"function"'],
  ]
  const [passed, other] = [Array<string>(6).fill('passed'), Array<string>(3).fill('different')]
  expect(await outcomes(code, ...tests)).toEqual([...passed, ...other])
})

test('reports errors of the program', async () => {
  expect(await run('function f() { return x }', ['f()', '1'])).toEqual([
    { outcome: 'error', actual: null, error: 'ReferenceError: x is not defined' },
  ])
  expect(await run('function f( {', ['f()', '1'])).toMatchObject([
    { error: expect.stringContaining('SyntaxError') },
  ])
  expect(await run('const g = 1', ['f()', '1'])).toMatchObject([
    { error: 'ReferenceError: f is not a function' },
  ])
  expect(await run('const f = 1', ['f()', '1'])).toMatchObject([
    { error: 'ReferenceError: f is not a function' },
  ])
  expect(await run('function f() { throw { toString() { throw 1 } } }', ['f()', '1'])).toMatchObject([
    { outcome: 'error', error: 'Error' },
  ])
})

test('no call changes what another one sees', async () => {
  const code =
    'let n = 0; JSON.stringify = () => "3"; Object.prototype.toJSON = undefined; const f = () => ++n'
  expect(await outcomes(code, ['f()', '1'], ['f()', '1'], ['f()', '3'])).toEqual([
    'passed',
    'passed',
    'different',
  ])
})

test('reaches nothing of the server', async () => {
  const names = ['process', 'require', 'fetch', 'WebAssembly', 'setTimeout', 'Worker', 'navigator']
  const results = await run(
    `const f = (name) => [typeof globalThis[name], globalThis.constructor.constructor('return typeof ' + name)()]`,
    ...names.map((name): [string, string] => [`f('${name}')`, '["undefined", "undefined"]']),
  )
  expect(results.map(({ actual }) => actual)).toEqual(names.map(() => '["undefined","undefined"]'))
})

/** Programs that take time or memory without end, some of them in native functions that no interrupt reaches. */
const bombs: Record<string, string> = {
  loop: 'while (true) {}',
  join: 'return new Array(2 ** 28).join("x").length',
  indexOf: 'const a = []; a.length = 2 ** 32 - 1; return a.indexOf(1)',
  bigint: 'return String(7n ** (2n ** 22n)).length',
  strings: 'let s = "x"; while (true) s += s',
  arrays: 'const a = []; while (true) a.push(new Array(1000).fill(1))',
  buffers: 'const a = []; while (true) a.push(new ArrayBuffer(2 ** 20).slice(0))',
  repeat: 'return "x".repeat(2 ** 29).length',
  recursion: 'return f() + 1',
  nested: 'let a = []; for (let i = 0; i < 1e6; i++) a = [a]; return JSON.stringify(a).length',
  regexp: 'return /^(a+)+$/.test("a".repeat(40) + "b")',
  proxy: 'const p = new Proxy({}, { get: () => p, ownKeys: () => { while (true); } }); return Object.keys(p)',
  toJSON: 'return { toJSON() { while (true); } }',
  sort: 'const a = Array.from({ length: 1e5 }); while (true) a.sort(() => 0.5 - Math.random())',
}

const residentMb = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))![1]) / 1024

test.each(Object.entries(bombs))('ends the program %s, and the next one runs', async (_name, body) => {
  const before = residentMb()
  let peak = before
  const timer = setInterval(() => (peak = Math.max(peak, residentMb())), 20)
  const [result] = await run(`function f() { ${body} }`, ['f()', '"never"'])
  clearInterval(timer)
  expect(result!.outcome).not.toBe('passed')
  expect(peak - before).toBeLessThan(150)
  expect(await outcomes('const f = () => 1', ['f()', '1'])).toEqual(['passed'])
})

test('a call without end leaves time for the others', async () => {
  const code = 'function f(n) { while (n > 1); return n }'
  expect(await outcomes(code, ['f(2)', '2'], ['f(1)', '1'])).toEqual(['time', 'passed'])
})

test('many programs take turns', async () => {
  const all = await Promise.all(
    Array.from({ length: 8 }, (_, n) => outcomes(`const f = () => ${n}`, ['f()', String(n)])),
  )
  expect(all.flat()).toEqual(Array<string>(8).fill('passed'))
})

test('refuses an invalid name of a function', async () => {
  await expect(runCodeTests('', 'f()', [])).rejects.toThrow(TypeError)
})

test('compares deep values without an end of the stack', () => {
  const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`
  expect(isSameJson(deep, `${deep} `)).toBe(false)
  expect(isSameJson('[1]', '{"0":1}')).toBe(false)
})
