import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { sampleRate, durationSeconds, synthesizeSpeech, type SpokenLine } from './speech.ts'

export interface Scene {
  file: string
  beats: SpokenLine[]
  /** The frame as SVG of 640 × 360, at `progress` (0 to 1) of beat `beat`. */
  draw(heartbeatMs: number, progress: number, seconds: number): string
}

const width = 640
const height = 360
const framesPerSecond = 15

/** Renders every frame in step with the narration and encodes both as H.264 with AAC. */
export async function renderVideo(scene: Scene, folder: string) {
  const spoken = scene.beats.map(synthesizeSpeech)
  const sound = join(tmpdir(), `${scene.file}.raw`)
  writeFileSync(sound, Buffer.concat(spoken))
  const target = join(folder, scene.file)
  const encoder = spawn('ffmpeg', encoding(sound, target), { stdio: ['pipe', 'inherit', 'inherit'] })
  const lengths = spoken.map(durationSeconds)
  const total = lengths.reduce((sum, length) => sum + length, 0)
  let drawn = ''
  let pixels = Buffer.alloc(0)
  for (let frame = 0; frame < total * framesPerSecond; frame++) {
    const seconds = frame / framesPerSecond
    const [heartbeatMs, progress] = beatAt(lengths, seconds)
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${scene.draw(heartbeatMs, progress, seconds)}</svg>`
    if (svg !== drawn) pixels = await sharp(Buffer.from(svg)).flatten().removeAlpha().raw().toBuffer()
    drawn = svg
    if (!encoder.stdin.write(pixels)) await once(encoder.stdin, 'drain')
  }
  encoder.stdin.end()
  const [code] = (await once(encoder, 'close')) as [number]
  rmSync(sound)
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`)
}

function beatAt(lengths: number[], seconds: number): [number, number] {
  let start = 0
  for (const [heartbeatMs, length] of lengths.entries()) {
    if (seconds < start + length) return [heartbeatMs, (seconds - start) / length]
    start += length
  }
  return [lengths.length - 1, 1]
}

function encoding(sound: string, target: string) {
  const images = `-v error -y -f rawvideo -pix_fmt rgb24 -s ${width}x${height} -r ${framesPerSecond} -i -`
  const voice = `-f s16le -ar ${sampleRate} -ac 1 -i`
  const video = '-c:v libx264 -preset veryslow -crf 24 -tune animation -pix_fmt yuv420p -g 30'
  const audio = '-c:a aac -b:a 56k -movflags +faststart -map_metadata -1 -fflags +bitexact'
  return [...images.split(' '), ...voice.split(' '), sound, ...video.split(' '), ...audio.split(' '), target]
}

// ---- Drawing ----

export const clamp = (value: number) => Math.max(0, Math.min(1, value))
/** Progress between `from` and `to`, eased at both ends. */
export function ramp(progress: number, from: number, to: number) {
  const share = clamp((progress - from) / (to - from))
  return share * share * (3 - 2 * share)
}

export const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll(' ', '\u00a0')

interface TextLook {
  size?: number
  fill?: string
  family?: string
  weight?: number
  anchor?: 'start' | 'middle' | 'end'
  opacity?: number
}

export function label(text: string, x: number, y: number, look: TextLook = {}) {
  const { size = 18, fill = '#fff', family = 'Inter', weight = 500, anchor = 'start', opacity = 1 } = look
  return `<text x="${x}" y="${y}" font-family="${family}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}" opacity="${opacity.toFixed(2)}">${escapeXml(text)}</text>`
}

interface BoxLook {
  fill?: string
  stroke?: string
  line?: number
  r?: number
  opacity?: number
  dash?: string
}

export function box(at: [x: number, y: number, width: number, height: number], look: BoxLook = {}) {
  const { fill = 'none', stroke = 'none', line = 2, r = 8, opacity = 1, dash = 'none' } = look
  const [x, y, w, h] = at.map((n) => n.toFixed(1))
  return `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${fill}" stroke="${stroke}" stroke-width="${line}" stroke-dasharray="${dash}" opacity="${opacity.toFixed(2)}"/>`
}
