import { parentPort, workerData } from 'node:worker_threads'
import type { NotesDocument } from '../notes-document.ts'
import { writePdf } from './write-pdf.ts'

/** A thread of its own: shaping and drawing a thousand notes takes seconds, in which nobody else should wait. */
const pdf = await writePdf(workerData as NotesDocument)
const bytes = new Uint8Array(pdf)
parentPort!.postMessage(bytes, [bytes.buffer])
