import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  /** Name in the greeting of the client, which appears in a `Received` line. */
  greeting: string
  from: string
  to: string[]
  /** As received. */
  raw: string
  headers: Record<string, string>
  /** The decoded parts by type. */
  parts: Record<string, string>
}

/** A real mail server that stores received mail; `refuse` changes its responses. */
export async function startMailServer(port = 0) {
  const mails: ReceivedMail[] = []
  let answer: { responseCode: number; message: string } | undefined
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo(_address, _session, done) {
      done(answer && Object.assign(new Error(answer.message), { responseCode: answer.responseCode }))
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom === false ? '' : mailFrom.address
        mails.push({
          greeting: session.hostNameAppearsAs,
          from,
          to: rcptTo.map(({ address }) => address),
          ...read(Buffer.concat(chunks).toString('latin1')),
        })
        done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const at = server.server.address() as { port: number }
  return {
    url: `smtp://127.0.0.1:${at.port}`,
    port: at.port,
    letters: mails,
    /** Refuses every recipient with this code from now on; null: accepts again. */
    refuse(responseCode: number | null, message = 'not now') {
      answer = responseCode === null ? undefined : { responseCode, message }
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

function read(raw: string): Pick<ReceivedMail, 'raw' | 'headers' | 'parts'> {
  const { headers, body } = split(raw)
  const parts: Record<string, string> = {}
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1]
  for (const part of boundary ? body.split(`--${boundary}`).slice(1, -1) : [raw]) {
    const inner = split(part.replace(/^\r\n/, ''))
    const type = inner.headers['content-type']?.split(';')[0] ?? 'text/plain'
    parts[type] = decode(inner.body, inner.headers['content-transfer-encoding'])
  }
  return { raw, headers, parts }
}

function split(text: string) {
  const end = text.indexOf('\r\n\r\n')
  const headers: Record<string, string> = {}
  for (const line of text
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const colon = line.indexOf(':')
    headers[line.slice(0, colon).toLowerCase()] = words(line.slice(colon + 1).trim())
  }
  return { headers, body: text.slice(end + 4) }
}

/** Decodes RFC 2047 words. */
const words = (value: string) =>
  value
    .replace(/(\?=)\s+(=\?)/g, '$1$2')
    .replace(/(?:=\?utf-8\?([bq])\?([^?]*)\?=)+/gi, (run) =>
      Buffer.concat([...run.matchAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi)].map(word)).toString(),
    )

const word = ([, way, text = '']: RegExpMatchArray) =>
  way?.toLowerCase() === 'b'
    ? Buffer.from(text, 'base64')
    : Buffer.from(unquote(text.replaceAll('_', ' ')), 'latin1')

const unquote = (text: string) =>
  text.replace(/=([0-9A-F]{2})/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

function decode(body: string, encoding = '7bit') {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  const plain = encoding === 'quoted-printable' ? unquote(body.replace(/=\r\n/g, '')) : body
  return Buffer.from(plain, 'latin1').toString().replace(/\r\n/g, '\n')
}
