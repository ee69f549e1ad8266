import sharp from 'sharp'
import { crc32 } from 'node:zlib'
import * as contract from '#uploads/contract.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { getTestApp } from '../harness/harness.ts'
import type { TestUser } from './test-client.ts'

type Details = Partial<Input<typeof contract.requestUpload>> &
  Pick<Input<typeof contract.requestUpload>, 'purpose'>
export type UploadLink = Reply<typeof contract.requestUpload>

/** Requests an upload link for these bytes. */
export function requestUploadLink(
  person: TestUser,
  bytes: Uint8Array,
  details: Details,
): Promise<UploadLink> {
  return person.api(contract.requestUpload, { file_name: 'file', size: bytes.length, ...details })
}

/** Uploads bytes like a browser; `headers` and `url` for requests that browsers do not send. */
export async function putBytes(
  link: Pick<UploadLink, 'url' | 'headers'>,
  bytes: Uint8Array,
  { host, ...change }: { host: string; headers?: Record<string, string>; url?: string },
) {
  const app = await getTestApp()
  const url = change.url ?? link.url
  if (URL.canParse(url)) return sendAway(url, { ...link.headers, ...change.headers }, bytes)
  const answer = await app.http.inject({
    method: 'PUT',
    url,
    headers: { host, ...link.headers, 'content-length': String(bytes.length), ...change.headers },
    payload: Buffer.from(bytes),
  })
  return {
    status: answer.statusCode,
    code: answer.body ? (answer.json() as { code: string }).code : undefined,
  }
}

/** Uploads to the object storage directly. */
async function sendAway(url: string, headers: Record<string, string>, bytes: Uint8Array) {
  const answer = await fetch(url, { method: 'PUT', headers, body: Buffer.from(bytes) as never })
  return { status: answer.status, code: answer.ok ? undefined : await answer.text() }
}

/** An uploaded and completed file. */
export async function createTestUpload(
  person: TestUser,
  bytes: Uint8Array,
  { host, ...details }: Details & { host: string },
) {
  const link = await requestUploadLink(person, bytes, details)
  const sent = await putBytes(link, bytes, { host })
  if (sent.status >= 300) throw new Error(`sending answered ${sent.status} ${sent.code}`)
  return person.api(contract.completeUpload, { upload_id: link.upload_id })
}

/** An image of one colour. */
export function createTestImage({
  width = 40,
  height = 30,
  type = 'png' as 'png' | 'jpeg' | 'gif' | 'webp' | 'avif',
} = {}) {
  const background = { r: 30, g: 90, b: 200 }
  return sharp({ create: { width, height, channels: 3, background } })
    .toFormat(type)
    .toBuffer()
}

export const createTestPdf = () =>
  Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj
4 0 obj<</Length 40>>stream
BT /F 24 Tf 20 100 Td (A lesson) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
%%EOF
`)

const hex = (text: string) => Buffer.from(text.replace(/\s/g, ''), 'hex')

/** First bytes of each file type, enough to detect it. */
export const fileSignatures = {
  mp4: Buffer.concat([hex('00000018 66747970 6d703432 00000000 6d703432 69736f6d'), Buffer.alloc(64)]),
  m4a: Buffer.concat([hex('00000018 66747970 4d344120 00000000 4d344120 69736f6d'), Buffer.alloc(64)]),
  mov: Buffer.concat([hex('00000014 66747970 71742020 00000000 71742020'), Buffer.alloc(64)]),
  webm: hex('1a45dfa3 9f 4286 81 01 42f7 81 01 42f2 81 04 42f3 81 08 4282 84 7765626d 4287 81 04 4285 81 02'),
  mp3: Buffer.concat([hex('494433 0400 00 00000000 fffb9064'), Buffer.alloc(400)]),
  wav: Buffer.concat([Buffer.from('RIFF'), hex('24000000'), Buffer.from('WAVEfmt '), Buffer.alloc(28)]),
  flac: Buffer.concat([Buffer.from('fLaC'), hex('00000022'), Buffer.alloc(40)]),
  exe: Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]),
  elf: Buffer.concat([hex('7f454c46 020101'), Buffer.alloc(200)]),
  cfb: Buffer.concat([hex('d0cf11e0a1b11ae1'), Buffer.alloc(600)]),
}

/** A ZIP archive of stored entries. */
export function createTestZip(entries: Record<string, string>) {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(entries)) {
    const data = Buffer.from(text)
    const fixed = Buffer.alloc(26)
    fixed.writeUInt16LE(20, 0)
    fixed.writeUInt32LE(crc32(data), 10)
    fixed.writeUInt32LE(data.length, 14)
    fixed.writeUInt32LE(data.length, 18)
    fixed.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([hex('504b0304'), fixed, Buffer.from(name), data])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    central.push(Buffer.concat([hex('504b0102 1400'), fixed, tail, Buffer.from(name)]))
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(central.length, 4)
  end.writeUInt16LE(central.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, directory, hex('504b0506'), end])
}
