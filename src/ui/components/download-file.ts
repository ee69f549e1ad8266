/** A file as the API returns it. */
export interface ApiFile {
  file_name: string
  content_type: string
  /** Content in base64. */
  content: string
}

/** Saves a file that the API returned. */
export function downloadApiFile({ file_name, content_type, content }: ApiFile) {
  const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0))
  downloadFile(new Blob([bytes], { type: content_type }), file_name)
}

/** Saves a blob under this file name, like a click on a download link. */
export function downloadFile(blob: Blob, file_name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = file_name
  link.click()
  // Some browsers read the blob only after the click handler returns.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
