// Runs in the child process: loads one task module and runs it as often as the parent requests.
import { rmSync } from 'node:fs'
import type { ResultMessage, RunMessage } from './messages.ts'
import { TaskRejected } from './task-errors.ts'

type Run = (input: unknown, folder: string) => unknown

const [moduleUrl = '', folder = ''] = process.argv.slice(2)
const loading = import(moduleUrl) as Promise<{ run: Run }>
// Reported with the first run.
loading.catch(() => {})

// If the parent was killed, ends and deletes its folder.
process.on('disconnect', () => {
  try {
    rmSync(folder, { recursive: true, force: true })
  } finally {
    process.exit(0)
  }
})
process.on('message', (message) => void answer(message as RunMessage))

async function answer({ input }: RunMessage) {
  const result = await resultOf(input)
  process.send!(result)
}

async function resultOf(input: unknown): Promise<ResultMessage> {
  try {
    const { run } = await loading
    return { type: 'result', output: await run(input, folder) }
  } catch (error) {
    if (error instanceof TaskRejected) return { type: 'rejected', code: error.code }
    return { type: 'failed', message: (error instanceof Error && error.stack) || String(error) }
  }
}
