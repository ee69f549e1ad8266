/**
 * Generates the images, videos, recordings and documents of the demo schools in src/demo/media. They are
 * committed; run this only after a change. Needs ffmpeg, flite, espeak-ng, Chromium and the fonts Inter,
 * JetBrains Mono and Noto.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeCaptions } from './demo-media/captions.ts'
import { printDocuments } from './demo-media/documents.ts'
import { renderImages } from './demo-media/pictures.ts'
import { writeRecordings } from './demo-media/recordings.ts'
import { boxModel, events, firstProgram } from './demo-media/scenes-codecraft.ts'
import { binarySearch, waterCycle } from './demo-media/scenes-meridian.ts'
import { numbers, tracing } from './demo-media/scenes-parole.ts'
import { renderVideo } from './demo-media/video.ts'

const folder = fileURLToPath(new URL('../src/demo/media', import.meta.url))

await renderImages(folder)
writeRecordings(folder)
await printDocuments(folder)
const scenes = [firstProgram, boxModel, events, numbers, tracing, binarySearch, waterCycle]
for (const scene of scenes) {
  await renderVideo(scene, folder)
  console.log(scene.file)
}

/** Duration of all media in whole seconds: the platform reads it in the browser, the demo from this file. */
function durations() {
  const played = readdirSync(folder).filter((file) => /\.(?:mp3|mp4)$/.test(file))
  const secondsOf = (file: string) => {
    const question = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', join(folder, file)]
    return Math.floor(Number(execFileSync('ffprobe', question, { encoding: 'utf8' })))
  }
  return Object.fromEntries(played.map((file) => [file, secondsOf(file)]))
}

const seconds = durations()
writeFileSync(join(folder, 'durations.json'), `${JSON.stringify(seconds, null, 2)}\n`)
for (const scene of scenes) writeCaptions(scene, seconds[scene.file]!, folder)
