import { useEffect, useState } from 'react'
import { createUploadQueue, hasActiveUploads, type QueuedFile } from './upload-queue.ts'

/** A queue of uploads with their progress. It pauses when its screen closes. */
export function useUploadQueue() {
  const [files, setFiles] = useState<QueuedFile[]>([])
  const [queue] = useState(() => createUploadQueue(setFiles))
  useEffect(() => () => queue.stop(), [queue])
  return { ...queue, files, isBusy: hasActiveUploads(files) }
}

export type UploadQueue = ReturnType<typeof useUploadQueue>
