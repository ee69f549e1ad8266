import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pageSizes, readyMadeDesign, readyMadeDesigns } from '#lib/certificates/index.ts'
import { newId } from '#platform/security/tokens.ts'
import { createCertifyingSchool } from '#testing/builders/certificates/certificate-builder.ts'
import { createTestImage, createTestUpload } from '#testing/builders/files.ts'
import { createTestVisitor } from '#testing/builders/school-builder.ts'
import { readPdf } from '#testing/formats/read-pdf.ts'
import * as contract from './contract.ts'

const download = async (url: string) => (await createTestVisitor()).request({ method: 'GET', url })

/** Text without the line breaks of a wrapped text. */
const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ')

test.each([
  ['letters with marks below and above', 'Ọláyínká Àṣà'],
  ['Arabic with ligatures', 'محمد عبد الله الأمين'],
  ['Amharic', 'ተስፋዬ ገብረመድኅን'],
  ['Devanagari', 'हिन्दी क्षत्रिय'],
  ['Chinese', '中文學校'],
])('a name with %s is read back from the PDF, which is tagged', async (_what, student_name) => {
  const { issue } = await createCertifyingSchool({ student_name })
  const { certificate_pdf, verify_url } = await issue()
  const pdf = await download(certificate_pdf)
  expect(pdf.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' })
  const text = await readPdf(pdf.bytes)
  for (const part of [student_name, 'Algebra', 'has completed Algebra', 'Head Teacher', '000001'])
    expect(inOneLine(text)).toContain(part)
  const source = pdf.bytes.toString('latin1')
  for (const mark of ['/StructTreeRoot', '/Marked true', '<pdfuaid:part>1</pdfuaid:part>', verify_url])
    expect(source).toContain(mark)
})

test('a certificate is drawn once, in the proportions of its page, and a later change of template and name is ignored', async () => {
  const { school, admin, student, template, issue } = await createCertifyingSchool()
  const { certificate_pdf, certificate_image } = await issue()
  const [one, two] = await Promise.all([download(certificate_pdf), download(certificate_pdf)])
  expect([one.status, two.status]).toEqual([200, 200])
  const first = await download(certificate_pdf)
  await school.transact(({ tx, school_id }) =>
    tx
      .updateTable('users')
      .set({ name: 'Other' })
      .where('school_id', '=', school_id)
      .where('id', '=', student.id)
      .execute(),
  )
  await admin.api(contract.updateSchoolCertificate, { id: template.id, certification_text: 'Changed' })
  const again = await download(certificate_pdf)
  expect(again.bytes.equals(first.bytes)).toBe(true)
  expect(await readPdf(again.bytes)).toContain('Ada Obi')

  const image = await download(certificate_image)
  const { width, height } = await sharp(image.bytes).metadata()
  const page = pageSizes.a4_landscape
  expect(width / height).toBeCloseTo(page.width / page.height, 2)
  const { channels } = await sharp(image.bytes).stats()
  expect(channels.some(({ min, max }) => min < 100 && max === 255)).toBe(true)
})

test('draws the image of the signature, and the stored image of a block', async () => {
  const { school, admin } = await createCertifyingSchool()
  const { upload_id } = await createTestUpload(admin, await createTestImage({ width: 400, height: 300 }), {
    host: school.host,
    purpose: 'lesson_image',
    content_type: 'image/png',
  })
  const block = { kind: 'image' as const, x: 10, y: 10, width: 100, height: 75, alt: 'Seal' }
  const design = {
    ...readyMadeDesign(0),
    border: { style: 'none' as const, color: '#000000' },
    blocks: [
      { ...block, id: 'seal', source: 'file' as const, upload_id },
      { ...block, id: 'sign', x: 150, source: 'signature' as const },
      { ...block, id: 'logo', y: 100, source: 'logo' as const },
    ],
  }
  const { content } = await admin.api(contract.previewSchoolCertificate, { design, signature: upload_id })
  const { data, info } = await sharp(Buffer.from(content, 'base64'))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const colorAt = (x: number, y: number) => {
    const at = (mm: number) => Math.round((mm / pageSizes.a4_landscape.width) * info.width)
    return [...data.subarray((at(y) * info.width + at(x)) * info.channels).subarray(0, 3)]
  }
  const isBlue = ([red, , blue]: number[]) => red! < 80 && blue! > 150
  expect(isBlue(colorAt(60, 47))).toBe(true)
  expect(isBlue(colorAt(200, 47))).toBe(true)
  expect(colorAt(60, 137)).toEqual([255, 255, 255])
})

test('the longest of ten thousand names is used for the preview, and nothing of it is cut', async () => {
  const { school, admin, issue } = await createCertifyingSchool()
  const longest = Array.from({ length: 22 }, (_, n) => `Ọláyínk${n}`)
    .join(' ')
    .slice(0, 200)
    .trim()
  const names = Array.from({ length: 10_000 }, (_, n) => (n === 7_000 ? longest : `Student number ${n}`))
  const people = names.map((name) => ({ id: newId(), name }))
  await school.transact(async ({ tx, school_id }) => {
    for (let from = 0; from < people.length; from += 1_000)
      await tx
        .insertInto('users')
        .values(
          people.slice(from, from + 1_000).map(({ id, name }) => ({
            school_id,
            id,
            name,
            email: `${id}@people.test`,
            role: 'student',
            status: 'active',
          })) as never,
        )
        .execute()
  })
  for (let index = 0; index < readyMadeDesigns; index++) {
    const preview = await admin.api(contract.previewSchoolCertificate, { design: readyMadeDesign(index) })
    expect(preview).toMatchObject({ student_name: longest, overfull_blocks: [], content_type: 'image/png' })
  }
  const issued = await issue({ student_id: people[7_000]!.id })
  const text = await readPdf((await download(issued.certificate_pdf)).bytes)
  expect(inOneLine(text)).toContain(longest)
}, 60_000)

test('a preview lists blocks whose text does not fit', async () => {
  const { admin, course } = await createCertifyingSchool()
  const design = readyMadeDesign(0)
  const small = {
    ...design,
    blocks: design.blocks.map((block) => (block.id === 'text' ? { ...block, width: 10, height: 4 } : block)),
  }
  const preview = await admin.api(contract.previewSchoolCertificate, {
    design: small as typeof design,
    course_id: course.id,
    student_name: 'Ada',
    certification_text: 'has completed the course with much success and a very long text about it',
  })
  expect(preview).toMatchObject({ overfull_blocks: ['text'], student_name: 'Ada' })
})
