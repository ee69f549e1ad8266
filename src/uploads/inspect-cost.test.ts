import { beforeAll, expect, test } from 'vitest'
import { createTestUpload, createTestZip } from '#testing/builders/files.ts'
import type { TestUser } from '#testing/builders/test-client.ts'
import { withRequestCostGuard } from '#testing/builders/request-cost.ts'
import { createTestSchool, type TestSchool } from '#testing/builders/school-builder.ts'
import type { UploadPurpose } from './purposes.ts'

let school: TestSchool
let teacher: TestUser

beforeAll(async () => {
  school = await createTestSchool()
  teacher = withRequestCostGuard(await school.teacher())
})

const names = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`e/${at}`, 'x']))
const part = '<Override PartName="/x" ContentType="a/b"/>'
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** Just below the size above which a child process reads a text. */
const almostLong = 199_000

test.each<[string, UploadPurpose, string, () => Uint8Array]>([
  ['an office file with 30,000 entries', 'course_file', word, () => createTestZip(names(30_000))],
  [
    'an office file with a list of parts of 4 MB',
    'course_file',
    word,
    () =>
      createTestZip({ '[Content_Types].xml': `<?xml version="1.0"?><Types>${part.repeat(100_000)}</Types>` }),
  ],
  [
    'a ZIP that names its type in 4 MB',
    'course_file',
    word,
    () => createTestZip({ mimetype: 'a'.repeat(4_000_000) }),
  ],
  [
    'captions in one line of times',
    'course_caption',
    'text/vtt',
    () =>
      Buffer.from(
        `1\n00:00:01,000 --> 00:00:02,000 ${'1:00:00:'.repeat(almostLong / 8)}`.slice(0, almostLong),
      ),
  ],
  [
    'captions in lines of arrows',
    'course_caption',
    'text/vtt',
    () =>
      Buffer.from(
        `1\n00:00:01,000 --> 00:00:02,000\n${'--> \n'.repeat(almostLong / 5)}`.slice(0, almostLong),
      ),
  ],
  [
    'captions of spaces',
    'course_caption',
    'text/vtt',
    () => Buffer.from(`${' '.repeat(almostLong)}1\n00:00:01,000 --> x`),
  ],
])('detects the type of %s without blocking other requests', async (_what, purpose, content_type, bytes) => {
  // Whether accepted or refused, a request must not cost more than `measured` allows.
  const taken = await createTestUpload(teacher, bytes(), {
    host: school.host,
    purpose,
    content_type,
    file_name: 'file',
  }).catch((error: unknown) => error)
  expect(String(taken)).not.toMatch(/bytes of heap/)
})
