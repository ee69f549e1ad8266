import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { UploadFile } from '#tenancy/client/uploads/upload.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { useUpload } from '#ui/form/upload/use-upload.ts'
import { canRecord, startRecorder, type Recorder } from './create-recorder.ts'

interface Options {
  media: 'audio' | 'video'
  maxSeconds: number
  send: UploadFile | null
  onStored: (upload_id: string) => void
}

const maxBytes = 500_000_000
const nothingSent: UploadFile = () => Promise.reject(new Error('Nothing is sent here'))

/** Records, stores the file until it is sent, and sends it. A failed upload can be repeated. */
export function useRecording({ media, maxSeconds, send, onStored }: Options) {
  const { t } = useTranslation('questions')
  const [isUnsent, setUnsent] = useState(false)
  const [refusal, setRefusal] = useState<'unsupported' | 'denied' | null>(null)
  const { file, url, show } = useLocalFile()
  const upload = useUpload({
    send: send ?? nothingSent,
    accept: `${media}/*`,
    maxBytes,
    onDone: ({ upload_id }) => {
      setUnsent(false)
      onStored(upload_id)
    },
  })
  const { recorder, seconds, begin, end } = useRecorder(maxSeconds, () => void finish())

  async function finish() {
    const recorded = await end()
    if (!recorded) return
    show(recorded)
    setUnsent(true)
    await upload.start(recorded)
  }
  const start = async () => setRefusal(await refusalOf(begin(media)))
  return {
    state: recorder ? ('recording' as const) : ('idle' as const),
    stream: recorder?.stream ?? null,
    seconds,
    url,
    isUnsent,
    problem: refusal ? t(`recording.${refusal}`) : upload.problem,
    sending: upload.sending,
    start,
    finish,
    upload: async () => file && upload.start(file),
    cancelUpload: upload.cancel,
  }
}

/** Why a recording did not begin; null if it did. */
const refusalOf = (beginning: Promise<void>) =>
  beginning.then(
    () => null,
    () => (canRecord() ? ('denied' as const) : ('unsupported' as const)),
  )

export type Recording = ReturnType<typeof useRecording>

/** A running recording, and its seconds so far. It ends by itself after `maxSeconds`. */
function useRecorder(maxSeconds: number, onEnd: () => void) {
  const [recorder, setRecorder] = useState<Recorder | null>(null)
  const [seconds, setSeconds] = useState(0)
  const current = useRef<Recorder | null>(null)
  const endAtLimit = useEffectEvent(onEnd)
  useEffect(() => () => current.current?.cancel(), [])
  useEffect(() => {
    if (!recorder) return undefined
    const startedAt = performance.now()
    const timer = setInterval(() => {
      const passed = Math.floor((performance.now() - startedAt) / 1000)
      setSeconds(passed)
      if (passed >= maxSeconds) endAtLimit()
    }, 250)
    return () => clearInterval(timer)
  }, [recorder, maxSeconds])
  return {
    recorder,
    seconds,
    async begin(media: 'audio' | 'video') {
      setSeconds(0)
      current.current = await startRecorder(media)
      setRecorder(current.current)
    },
    async end() {
      const running = current.current
      current.current = null
      setRecorder(null)
      return running?.finish()
    },
  }
}

/** The recorded file with a local address, which is revoked when it is replaced or the page changes. */
function useLocalFile() {
  const [current, setCurrent] = useState<{ file: File; url: string } | null>(null)
  const url = current?.url
  useEffect(() => () => URL.revokeObjectURL(url ?? ''), [url])
  return {
    file: current?.file ?? null,
    url,
    show: (file: File) => setCurrent({ file, url: URL.createObjectURL(file) }),
  }
}
