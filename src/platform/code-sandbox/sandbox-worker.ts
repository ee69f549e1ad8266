// Runs in a worker thread that serves one run: programs of users in a QuickJS of its own.
import { parentPort } from 'node:worker_threads'
import quickJs from '@jitl/quickjs-ng-wasmfile-release-sync'
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
} from 'quickjs-emscripten-core'
import type { CallResult, CodeInput, SandboxMessage } from './messages.ts'

/** Pages of 64 kB. `setMemoryLimit` of the library does not limit native allocations; a fixed memory does. */
const memoryPages = { initial: 256, maximum: 1024 }
/** A deeper stack lets a recursion destroy the module. */
const maxStackBytes = 128 * 1024
/** Milliseconds of one call; loops in native functions run on until the worker ends. */
const callMs = 400
const maxActualLength = 20_000

const port = parentPort!
const send = (message: SandboxMessage) => port.postMessage(message)

const variant = newVariant(quickJs, { wasmMemory: new WebAssembly.Memory(memoryPages) })
const quickJsModule = await newQuickJSWASMModuleFromVariant(variant)
const runtime = quickJsModule.newRuntime()
runtime.setMaxStackSize(maxStackBytes)

port.once('message', (input: CodeInput) => {
  try {
    for (const [index, call] of input.calls.entries())
      send({ type: 'result', index, result: runCall(runtime, input, call) })
    send({ type: 'finished' })
  } catch (error) {
    send({ type: 'crashed', message: error instanceof Error ? error.message.slice(0, 500) : '' })
  }
})
send({ type: 'ready' })

/** Runs the program and one call in a context of its own, so that no call changes the globals of another. */
function runCall(engine: QuickJSRuntime, { code, function_name }: CodeInput, call: string): CallResult {
  const end = Date.now() + callMs
  let isInterrupted = false
  engine.setInterruptHandler(() => (isInterrupted = Date.now() > end))
  const context = engine.newContext()
  const failed = (error: QuickJSHandle): CallResult => {
    const text = describe(context, error)
    const outcome = isInterrupted ? 'time' : text.includes('out of memory') ? 'memory' : 'error'
    return { outcome, error: text }
  }
  const json = context.getProp(context.global, 'JSON')
  // Taken before the program runs, which may replace it.
  const stringify = context.getProp(json, 'stringify')
  context.unwrapResult(
    context.evalCode('globalThis.console = { log() {}, info() {}, warn() {}, error() {} }'),
  )
  const program = context.evalCode(code, 'program.js')
  if (program.error) return failed(program.error)
  const defined = context.evalCode(`typeof ${function_name} === 'function'`, 'check.js')
  if (defined.error) return failed(defined.error)
  if (context.dump(defined.value) !== true)
    return { outcome: 'error', error: `ReferenceError: ${function_name} is not a function` }
  const value = context.evalCode(call, 'call.js')
  if (value.error) return failed(value.error)
  const text = context.callFunction(stringify, json, value.value)
  if (text.error) return failed(text.error)
  return { outcome: 'value', actual: textOf(context, text.value, value.value) }
}

/** JSON of a value, or its name if JSON has none: `undefined`, `NaN`. */
function textOf(context: QuickJSContext, json: QuickJSHandle, value: QuickJSHandle) {
  if (context.typeof(value) === 'number') return String(context.getNumber(value))
  if (context.typeof(json) !== 'string') return context.typeof(value)
  const length = context.getProp(json, 'length')
  if (context.getNumber(length) > maxActualLength) return 'A value of more than 20,000 characters'
  return context.getString(json)
}

/** Name and message of an error that the program threw; anything can be thrown, and properties can throw. */
function describe(context: QuickJSContext, error: QuickJSHandle) {
  const source = '(error) => { try { return String(error).slice(0, 500) } catch { return "Error" } }'
  const describer = context.evalCode(source)
  if (describer.error) return 'out of memory'
  const text = context.callFunction(describer.value, context.undefined, error)
  return text.error ? 'Error' : context.getString(text.value).slice(0, 500)
}
