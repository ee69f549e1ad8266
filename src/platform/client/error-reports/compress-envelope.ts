/** An envelope in the form of the contract. */
export interface CompressedEnvelope {
  envelope: string
  encoding?: 'gzip'
}

/** Recordings have their own route, which accepts larger bodies from logged-in people. */
export const isRecording = (text: string) => /^\{"type":"replay_/m.test(text)

/** Shorter envelopes are not compressed. */
const worthPacking = 8_000
/** Base64 encodes groups of three bytes. */
const chunk = 3 * 8_192

/** Compresses long envelopes; a recording consists mostly of style sheets. */
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
