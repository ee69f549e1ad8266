import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 as reference } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { crc32 } from './crc32.ts'
import { readZip } from './read-zip.ts'
import { writeZip } from './write-zip.ts'

const limits = { entries: 100, bytes: 10_000_000, ratio: 200 }
const bytesOf = (text: string) => new TextEncoder().encode(text)
const textOf = (bytes: Uint8Array | undefined) => bytes && new TextDecoder().decode(bytes)
const refused = (code: string) => expect.objectContaining({ code })

const files = [
  { path: 'imsmanifest.xml', bytes: bytesOf('<manifest/>'.repeat(100)) },
  { path: 'items/Ọláyínká.xml', bytes: bytesOf('é') },
  { path: 'empty', bytes: new Uint8Array() },
]

describe('writeZip and readZip', () => {
  test('carry files with their names, the same archive each time', async () => {
    const archive = await writeZip(files)
    expect(await writeZip(files)).toEqual(archive)
    const zip = readZip(archive, limits)
    expect(zip.paths).toEqual(files.map(({ path }) => path))
    for (const { path, bytes } of files) expect(await zip.read(path)).toEqual(bytes)
    expect(await zip.read('missing')).toBeUndefined()
  })

  test('understand other programs, and other programs them', async () => {
    const opened = await fromBufferPromise(Buffer.from(await writeZip(files)), { lazyEntries: true })
    const names: string[] = []
    for await (const entry of opened.eachEntry()) names.push(entry.fileName)
    expect(names).toEqual(files.map(({ path }) => path))
    const folder = mkdtempSync(join(tmpdir(), 'zip-'))
    writeFileSync(join(folder, 'a.txt'), 'hello '.repeat(1_000))
    const script =
      "import zipfile; z = zipfile.ZipFile('b.zip', 'w', zipfile.ZIP_DEFLATED); z.write('a.txt'); z.close()"
    execFileSync('python3', ['-c', script], { cwd: folder })
    const zip = readZip(new Uint8Array(readFileSync(join(folder, 'b.zip'))), limits)
    expect(textOf(await zip.read('a.txt'))).toBe('hello '.repeat(1_000))
  })

  test('agree on the checksum with the library of Node', () => {
    for (const text of ['', 'a', 'The quick brown fox', 'é'.repeat(1_000)])
      expect(crc32(bytesOf(text))).toBe(reference(text))
  })
})

describe('readZip refuses', () => {
  const read = async (archive: Uint8Array<ArrayBuffer>, path = 'a') => readZip(archive, limits).read(path)

  test('what is no archive, or a damaged one', async () => {
    await expect(read(bytesOf('no archive'))).rejects.toEqual(refused('not_a_zip'))
    const archive = await writeZip([{ path: 'a', bytes: bytesOf('hello') }])
    const broken = archive.slice()
    broken[31] = broken[31]! ^ 1
    await expect(read(broken)).rejects.toEqual(refused('damaged'))
    await expect(read(archive.slice(5))).rejects.toEqual(refused('damaged'))
  })

  test.each(['../a', '/etc/passwd', 'a/../../b', 'a\\..\\b', 'C:a', 'a\u0000b', './a', ''])(
    'the path %j',
    async (path) => {
      await expect(read(await writeZip([{ path, bytes: bytesOf('x') }]))).rejects.toEqual(
        refused('unsafe_path'),
      )
    },
  )

  test('two files of one name', async () => {
    const twice = ['a', 'A'].map((path) => ({ path, bytes: bytesOf('x') }))
    await expect(read(await writeZip(twice))).rejects.toEqual(refused('unsafe_path'))
  })

  test('too many files, too many bytes, and files that grow too much', async () => {
    const many = Array.from({ length: 101 }, (_, at) => ({ path: `f${at}`, bytes: new Uint8Array(1) }))
    await expect(read(await writeZip(many))).rejects.toEqual(refused('too_large'))
    const zeros = await writeZip([{ path: 'a', bytes: new Uint8Array(5_000_000) }])
    await expect(read(zeros)).rejects.toEqual(refused('too_large'))
    const small = { ...limits, bytes: 100_000 }
    const noise = () => crypto.getRandomValues(new Uint8Array(40_000))
    const three = await writeZip(['a', 'b', 'c'].map((path) => ({ path, bytes: noise() })))
    expect(() => readZip(three, small)).toThrow(refused('too_large'))
  })

  test('a file that is larger than the directory declares', async () => {
    const archive = await writeZip([{ path: 'a', bytes: new Uint8Array(50_000) }])
    const view = new DataView(archive.buffer)
    const end = archive.length - 22
    view.setUint32(view.getUint32(end + 16, true) + 24, 10, true)
    await expect(read(archive)).rejects.toEqual(refused('too_large'))
  })

  test('files that share the same packed bytes', async () => {
    const archive = await writeZip(['a', 'b'].map((path) => ({ path, bytes: bytesOf('hello') })))
    const view = new DataView(archive.buffer)
    const directory = view.getUint32(archive.length - 22 + 16, true)
    // The second file begins where the first one does.
    view.setUint32(directory + 47 + 42, 0, true)
    await expect(read(archive)).rejects.toEqual(refused('damaged'))
  })

  test('encrypted files and other methods', async () => {
    const archive = await writeZip([{ path: 'a', bytes: bytesOf('hello') }])
    const view = new DataView(archive.buffer)
    const directory = view.getUint32(archive.length - 22 + 16, true)
    view.setUint16(directory + 8, 1, true)
    await expect(read(archive)).rejects.toEqual(refused('not_supported'))
    view.setUint16(directory + 8, 0, true)
    view.setUint16(directory + 10, 12, true)
    await expect(read(archive)).rejects.toEqual(refused('not_supported'))
  })
})
