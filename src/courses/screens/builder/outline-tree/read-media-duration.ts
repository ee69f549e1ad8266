/** Duration of a recording in whole seconds, read by the browser; null if it cannot. */
export async function readMediaDuration(file: File): Promise<number | null> {
  const url = URL.createObjectURL(file)
  const media = document.createElement(file.type.startsWith('audio/') ? 'audio' : 'video')
  try {
    return await new Promise((resolve) => {
      const onMetadata = () => resolve(Number.isFinite(media.duration) ? Math.ceil(media.duration) : null)
      media.addEventListener('loadedmetadata', onMetadata, { once: true })
      media.addEventListener('error', () => resolve(null), { once: true })
      setTimeout(() => resolve(null), 10_000)
      media.preload = 'metadata'
      media.src = url
    })
  } finally {
    media.removeAttribute('src')
    URL.revokeObjectURL(url)
  }
}
