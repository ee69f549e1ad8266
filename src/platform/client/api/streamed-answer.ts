import type { Send } from './client.ts'

const linesType = 'application/x-ndjson'

/** Sends like fetch, and calls back with the partial response each time more has arrived; '' at a restart. */
export const sendStreamed =
  (onText: (text: string) => void): Send =>
  async ({ path, method, headers, body, signal }) => {
    onText('')
    const response = await fetch(path, {
      method,
      headers: { ...headers, accept: linesType },
      credentials: 'omit',
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    })
    const isLines = response.headers.get('content-type')?.startsWith(linesType)
    if (!isLines || !response.body) return { status: response.status, body: await response.text() }
    let text = ''
    for await (const line of linesOf(response.body)) {
      const said = JSON.parse(line) as { text?: string; reply?: object; problem?: { status: number } }
      if (said.reply) return { status: response.status, body: JSON.stringify(said.reply) }
      if (said.problem) return { status: said.problem.status, body: JSON.stringify(said.problem) }
      text += said.text ?? ''
      onText(text)
    }
    throw new TypeError('The answer was cut off')
  }

async function* linesOf(body: ReadableStream<Uint8Array>) {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    yield* lines.filter(Boolean)
  }
}
