import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** `flite` voices for English, `espeak-ng` voices for French. */
export type Voice = 'english-woman' | 'english-man' | 'french-woman' | 'french-man'

export interface SpokenLine {
  text: string
  voice: Voice
  /** Seconds of silence before and after. */
  silenceBeforeSeconds?: number
  silenceAfterSeconds?: number
}

export const sampleRate = 22_050

const commands: Record<Voice, (text: string, file: string) => [string, string[]]> = {
  'english-woman': (text, file) => [
    'flite',
    ['-voice', 'slt', '--setf', 'duration_stretch=1.08', '-t', text, '-o', file],
  ],
  'english-man': (text, file) => [
    'flite',
    ['-voice', 'rms', '--setf', 'duration_stretch=1.05', '-t', text, '-o', file],
  ],
  'french-woman': (text, file) => [
    'espeak-ng',
    ['-v', 'fr-fr+f2', '-s', '138', '-p', '46', '-w', file, text],
  ],
  'french-man': (text, file) => ['espeak-ng', ['-v', 'fr-fr+m3', '-s', '136', '-p', '36', '-w', file, text]],
}

/** Synthesised speech as mono 16-bit samples, with its silences. */
export function synthesizeSpeech({
  text,
  voice,
  silenceBeforeSeconds = 0,
  silenceAfterSeconds = 0.35,
}: SpokenLine): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'speech-'))
  try {
    const wav = join(folder, 'said.wav')
    const raw = join(folder, 'said.raw')
    const [command, args] = commands[voice](text, wav)
    execFileSync(command, args)
    const filters = 'silenceremove=start_periods=1:start_threshold=-50dB,highpass=f=80,loudnorm=I=-18:TP=-2'
    const format = ['-ar', String(sampleRate), '-ac', '1', '-f', 's16le']
    execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', wav, '-af', filters, ...format, raw])
    return Buffer.concat([silence(silenceBeforeSeconds), readFileSync(raw), silence(silenceAfterSeconds)])
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export const silence = (seconds: number) => Buffer.alloc(Math.round(seconds * sampleRate) * 2)
export const durationSeconds = (samples: Buffer) => samples.length / 2 / sampleRate
