/** An envelope as the contract takes it. */
export interface CompressedEnvelope {
  envelope: string
  encoding?: 'gzip'
}

/** Recordings have a route of their own, which takes more of people who are logged in. */
export const isRecording = (text: string) => /^\{"type":"replay_/m.test(text)

/** Shorter envelopes go as they are. */
const worthPacking = 8_000
/** Base64 takes bytes in groups of three. */
const chunk = 3 * 8_192

/** Compresses what is long; a recording of a page is mostly its style sheets. */
export async function compressEnvelope(text: string): Promise<CompressedEnvelope> {
  if ((text.length < worthPacking && !isRecording(text)) || !('CompressionStream' in globalThis))
    return { envelope: text }
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += chunk)
    parts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + chunk))))
  return { envelope: parts.join(''), encoding: 'gzip' }
}
