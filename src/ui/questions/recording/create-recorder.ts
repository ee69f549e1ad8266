/** Formats in the order of preference. Safari records MP4 only, Firefox WebM only. */
const formats = {
  audio: ['audio/webm;codecs=opus', 'audio/mp4', 'audio/webm'],
  video: ['video/webm;codecs=vp8,opus', 'video/mp4', 'video/webm'],
} as const

/** Small enough for a slow connection, good enough for speech. */
const bitRates = { audioBitsPerSecond: 32_000, videoBitsPerSecond: 500_000 }

/** Milliseconds of one chunk: what a crash of the page loses at most. */
const chunkMs = 1_000

export interface Recorder {
  stream: MediaStream
  /** Ends the recording and resolves with the file. */
  finish: () => Promise<File>
  /** Ends the recording without a result. */
  cancel: () => void
}

/** Whether this browser can record. */
export const canRecord = () =>
  typeof MediaRecorder !== 'undefined' && Boolean(navigator.mediaDevices?.getUserMedia)

/** Asks for the microphone or camera and starts to record. Rejects if the person or the browser refuses. */
export async function startRecorder(media: 'audio' | 'video'): Promise<Recorder> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true, video: media === 'video' })
  const mimeType = formats[media].find((format) => MediaRecorder.isTypeSupported(format))
  const recorder = new MediaRecorder(stream, { ...bitRates, ...(mimeType && { mimeType }) })
  const chunks: Blob[] = []
  const ended = Promise.withResolvers<void>()
  recorder.addEventListener('dataavailable', ({ data }) => data.size > 0 && chunks.push(data))
  // Also when a device is unplugged: what was recorded until then is the result.
  recorder.addEventListener('stop', () => ended.resolve())
  recorder.start(chunkMs)
  const stop = () => {
    if (recorder.state !== 'inactive') recorder.stop()
    for (const track of stream.getTracks()) track.stop()
  }
  return {
    stream,
    cancel: stop,
    async finish() {
      stop()
      await ended.promise
      const type = (recorder.mimeType || `${media}/webm`).split(';')[0]!
      return new File(chunks, `answer.${type.endsWith('mp4') ? 'mp4' : 'webm'}`, { type })
    },
  }
}
