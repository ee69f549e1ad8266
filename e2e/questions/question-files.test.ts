import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readQti, writeQti } from '#lib/question-formats/index.ts'
import { imageSize } from '#lib/question-formats/qti/image-files.ts'
import { writeZip } from '#lib/zip/write-zip.ts'
import { createQuestionBank, exportQuestions } from '#questions/contract.ts'
import { createTestImage } from '#testing/builders/files.ts'
import { sampleQuestion } from '#testing/builders/questions/question-samples.ts'
import { desktopViewport, phoneViewport } from '../harness/browser.ts'
import { expectSound } from '../harness/expect-sound.ts'
import { openPage, schoolApp, setUpSchoolApp } from '../harness/open-page.ts'

setUpSchoolApp()

const gift = `::Capital::The capital of Ghana is {=Accra#Yes ~Kumasi ~Tamale}

[markdown]*Water* boils at 100 °C at sea level. {T}

// Sixty questions need two requests.
${Array.from({ length: 60 }, (_, at) => `Is ${at} a number? {T}`).join('\n\n')}

This one has no end {=a ~b
`

test.each([
  ['computer', desktopViewport],
  ['phone', phoneViewport],
])('questions come from a file and go into another one on a %s', async (device, size) => {
  const admin = await schoolApp.school.admin()
  const { id: bank_id } = await admin.api(createQuestionBank, { name: `From a file: ${device}` })
  const { page, complaints } = await openPage(`/manage/question-banks/${bank_id}`, admin, { size })
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
  const input = page.locator('input[type=file]')
  await input.setInputFiles(file('picture.txt', 'PNG\u0000\u0000\u0000\u0001'))
  await dialog.getByRole('alert').getByText('neither text nor a ZIP archive').waitFor()
  await input.setInputFiles(file('questions.txt', gift))
  await dialog.getByText('Questions in the file: 62').waitFor()
  await dialog.getByRole('cell', { name: 'Formatting' }).waitFor()
  await dialog.getByRole('cell', { name: 'Question that cannot be read' }).waitFor()
  await expectSound(page)

  // The connection is lost after the first part, for longer than the client tries again by itself.
  let requests = 0
  await page.route('**/questions/import', (route) => {
    requests += 1
    return requests >= 2 && requests <= 4 ? route.abort() : route.continue()
  })
  await dialog.getByRole('button', { name: 'Import questions: 62' }).click()

  await dialog.getByText('Questions imported: 50').waitFor()
  await dialog.getByRole('alert').waitFor()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('Questions imported: 62').waitFor()
  await page.getByText('Is 59 a number?', { exact: true }).waitFor()
  const stored = await admin.api(exportQuestions, { bank_id, limit: 50 })
  expect(stored.data[0]).toMatchObject({ name: 'Capital', body: { type: 'single_choice' } })

  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await dialog.getByRole('combobox', { name: 'Format' }).click()
  await page.getByRole('option', { name: 'Aiken' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save file' }).click(),
  ])
  expect(download.suggestedFilename()).toBe(`From a file ${device}.txt`)
  expect(await readFile(await download.path(), 'utf8')).toContain('A. Accra\nB. Kumasi\nC. Tamale\nANSWER: A')
  await dialog.getByText('Left out or changed: 63').waitFor()
  await expectSound(page)
  // The request that was aborted.
  expect(complaints.filter((text) => !text.includes('ERR_FAILED'))).toEqual([])
})

/** Ids of parts in the order in which they are taken, so that two imports are equal. */
function countedIds(image_id: string) {
  let last = 0
  return { newPartId: () => `part${String((last += 1)).padStart(4, '0')}`, newImageId: () => image_id }
}

test.each([
  ['2.2', desktopViewport],
  ['3.0', phoneViewport],
] as const)('a QTI %s package brings its images, and the bank gives them back', async (version, size) => {
  const admin = await schoolApp.school.admin()
  const { id: bank_id } = await admin.api(createQuestionBank, { name: `Package ${version}` })
  const image_id = '00000000-0000-4000-8000-000000000000'
  const image = new Uint8Array(await createTestImage({ width: 300, height: 200 }))
  const questions = [sampleQuestion('labelling', image_id), sampleQuestion('code')].map((question) => ({
    name: question.body.type,
    tags: ['map'],
    difficulty: 2,
    ...question,
  }))
  const sent = (await writeQti(questions, version, new Map([[image_id, image]]))).bytes
  const { page, complaints } = await openPage(`/manage/question-banks/${bank_id}`, admin, { size })
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const input = page.locator('input[type=file]')
  const file = (name: string, bytes: Uint8Array) => ({
    name,
    mimeType: 'application/zip',
    buffer: Buffer.from(bytes),
  })
  const bomb = await writeZip([{ path: 'imsmanifest.xml', bytes: new Uint8Array(60_000_000) }])
  await input.setInputFiles(file('bomb.zip', bomb))
  await dialog.getByRole('cell', { name: 'Archive that is damaged or not safe to open' }).waitFor()
  await input.setInputFiles(file('questions.zip', sent))
  await dialog.getByText('Questions in the file: 1', { exact: true }).waitFor()
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Import questions: 1' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const [stored] = (await admin.api(exportQuestions, { bank_id })).data
  expect(stored).toMatchObject({ name: 'labelling', tags: ['map'], difficulty: 2 })
  expect(stored!.files).toHaveLength(1)

  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await dialog.getByRole('combobox', { name: 'Format' }).click()
  await page.getByRole('option', { name: `QTI ${version} package` }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save file' }).click(),
  ])
  const saved = await readQti(new Uint8Array(await readFile(await download.path())), countedIds(image_id))
  const first = await readQti(sent, countedIds(image_id))
  // The server encodes images again.
  expect(saved.images.map(({ bytes }) => imageSize(bytes))).toEqual([{ width: 300, height: 200 }])
  expect(saved.questions).toEqual(first.questions)
  expect(complaints).toEqual([])
})
