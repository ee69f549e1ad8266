import { Worker } from 'node:worker_threads'
import type { NotesDocument } from '../notes-document.ts'

/** Milliseconds after which a document is given up. */
const longest = 60_000

/** Threads that draw at the same time in this process; the others wait their turn. */
const most = 1
let drawing = 0
const waiting: (() => void)[] = []

/** Draws in a thread of its own, one document after the other. */
export async function renderPdf(document: NotesDocument): Promise<Buffer> {
  if (drawing >= most) await new Promise<void>((resolve) => waiting.push(resolve))
  else drawing++
  try {
    return await draw(document)
  } finally {
    const next = waiting.shift()
    if (next) next()
    else drawing--
  }
}

function draw(document: NotesDocument): Promise<Buffer> {
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), { workerData: document })
  const timer = setTimeout(() => void worker.terminate(), longest)
  return new Promise<Buffer>((resolve, reject) => {
    worker.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes)))
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The thread that draws notes ended without an answer')))
  }).finally(() => clearTimeout(timer))
}
