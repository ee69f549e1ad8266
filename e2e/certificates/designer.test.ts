import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  createSchoolCertificate,
  getSchoolCertificate,
  updateSchoolCertificate,
} from '#certificates/contract.ts'
import { readyMadeDesign } from '#lib/certificates/index.ts'
import { createTestImage } from '#testing/builders/files.ts'
import { desktopViewport, phoneViewport } from '../harness/browser.ts'
import { expectSound } from '../harness/expect-sound.ts'
import { openPage, schoolApp, setUpSchoolApp } from '../harness/open-page.ts'

setUpSchoolApp()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const number = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const student = readyMadeDesign(0).blocks.find(({ id }) => id === 'student')!

/** A template that starts with the first ready-made design. */
async function createTemplate(name: string) {
  const admin = await schoolApp.school.admin()
  const template = await admin.api(createSchoolCertificate, { name })
  const stored = async () => admin.api(getSchoolCertificate, { id: template.id })
  const block = async (id: string) => (await stored()).design.blocks.find((one) => one.id === id)
  return { admin, template, stored, block, path: `/manage/certificates/${template.id}` }
}

async function save(page: Page) {
  await button(page, 'Save template').click()
  await page.getByText('Template saved').first().waitFor()
  await page.getByText('You have unsaved changes.').waitFor({ state: 'hidden' })
}

test.each([
  ['computer', desktopViewport],
  ['phone', phoneViewport],
])(
  'on a %s blocks are moved by keys and numbers, added, ordered, deleted and undone',
  async (device, size) => {
    const { admin, stored, block, path } = await createTemplate(`Sailing on a ${device}`)
    const { page } = await openPage(path, admin, { size })
    await page.getByRole('heading', { level: 1, name: `Sailing on a ${device}` }).waitFor()
    await button(page, '{student_name}').click()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+ArrowDown')
    await page.getByText(`${student.x + 1} mm from the left, ${student.y + 10} mm from the top`).waitFor()
    await page.getByRole('region', { name: 'Page' }).focus()
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => number(page, 'From top (mm)').inputValue()).toBe(String(student.y + 9))
    await number(page, 'From left (mm)').fill('20')
    await number(page, 'Width (mm)').fill('250')
    await number(page, 'Largest size (pt)').fill('44')
    await page.getByRole('combobox', { name: 'Alignment' }).selectOption('end')
    await expectSound(page)
    await save(page)
    expect(await block('student')).toMatchObject({
      x: 20,
      y: student.y + 9,
      width: 250,
      size: 44,
      align: 'end',
    })

    await button(page, 'Add block').click()
    await page.getByRole('menuitem', { name: 'Text' }).click()
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Number ')
    await page.getByRole('group', { name: 'Add to the text' }).getByRole('button', { name: 'Number' }).click()
    await button(page, 'Move behind: Number {number}').click()
    // The tooltip of the button, which is outside of the landmarks, closes.
    await page.mouse.move(0, 0)
    await page.getByRole('tooltip').waitFor({ state: 'hidden' })
    await expectSound(page)
    await button(page, 'Verification code').click()
    await button(page, 'Delete: Verification code').click()
    await button(page, 'Undo').click()
    await button(page, 'Verification code').waitFor()
    await button(page, 'Redo').click()
    await button(page, 'Verification code').waitFor({ state: 'hidden' })
    await button(page, 'Undo').click()
    await page.getByRole('combobox', { name: 'Page size' }).selectOption('a4_portrait')
    await page.getByRole('combobox', { name: 'Border' }).selectOption('band')
    await page.getByRole('textbox', { name: 'Background' }).fill('#fffdf5')
    await save(page)
    const { design } = await stored()
    expect(design).toMatchObject({ page: 'a4_portrait', border: { style: 'band' }, background: '#fffdf5' })
    expect(design.blocks.at(-2)).toMatchObject({ kind: 'text', text: 'Number {number}' })
    expect(design.blocks.some(({ kind }) => kind === 'qr')).toBe(true)
    await expectSound(page)
  },
)

test('a pointer moves and resizes a block, and one step undoes each', async () => {
  const { admin, block, path } = await createTemplate('Rowing')
  const { page } = await openPage(path, admin)
  const canvas = page.getByRole('region', { name: 'Page' })
  const text = canvas.locator('[data-block="student"]')
  await text.waitFor()
  const box = (await text.boundingBox())!
  const scale = (await canvas.boundingBox())!.width / 297
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + 10 * scale, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => number(page, 'From top (mm)').inputValue()).toBe(String(student.y + 10))
  const handle = (await canvas.locator('[data-resize]').boundingBox())!
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2)
  await page.mouse.down()
  await page.mouse.move(handle.x + handle.width / 2 - 30 * scale, handle.y + handle.height / 2, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => number(page, 'Width (mm)').inputValue()).toBe(String(student.width - 30))
  await button(page, 'Undo').click()
  await expect.poll(() => number(page, 'Width (mm)').inputValue()).toBe(String(student.width))
  await canvas.focus()
  await page.keyboard.press('Control+Shift+z')
  await save(page)
  expect(await block('student')).toMatchObject({ y: student.y + 10, width: student.width - 30 })
})

test('previews with the longest name, names the blocks that do not fit, and stores images', async () => {
  const { admin, stored, path } = await createTemplate('Diving')
  const name = 'Ọláyínká Adéwálé-Abdulrahman '.repeat(7).slice(0, 200).trim()
  await schoolApp.school.student({ name })
  const { page } = await openPage(path, admin)
  await button(page, '{student_name}').click()
  await number(page, 'Width (mm)').fill('5')
  await number(page, 'Height (mm)').fill('3')
  await button(page, 'Preview').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Some texts do not fit').waitFor()
  await dialog.getByRole('listitem').filter({ hasText: '{student_name}' }).waitFor()
  await dialog.getByRole('img', { name: `Certificate for ${name}` }).waitFor()
  await expectSound(page)
  await page.keyboard.press('Escape')
  await page.getByText('Does not fit').waitFor()

  await button(page, 'Ready-made designs').click()
  await dialog.getByRole('radio', { name: 'Calm, green' }).check()
  await expectSound(page)
  await button(page, 'Use design').click()
  await button(page, 'Preview').click()
  await dialog.getByText('If it fits, every name fits.').waitFor()
  expect(await dialog.getByText('Some texts do not fit').count()).toBe(0)
  await page.keyboard.press('Escape')

  await button(page, 'Add block').click()
  await page.getByRole('menuitem', { name: 'Image' }).click()
  const seal = { name: 'seal.png', mimeType: 'image/png', buffer: await createTestImage() }
  await page.locator('input[type=file]').first().setInputFiles(seal)
  await page.getByRole('textbox', { name: 'Description' }).fill('Seal of the school')
  await page.locator('[data-block="image-1"] img').waitFor()
  await expectSound(page)
  await save(page)
  const { design, files } = await stored()
  expect(design.blocks.at(-1)).toMatchObject({ source: 'file', alt: 'Seal of the school' })
  expect(files).toHaveLength(1)
  await page.reload()
  await page.locator('[data-block="image-1"] img').waitFor()
})

test('keeps the changes of a person while another has saved, and asks which to keep', async () => {
  const { admin, template, stored, path } = await createTemplate('Surfing')
  const other = await schoolApp.school.admin({ name: 'Efe Okoro' })
  const { page } = await openPage(path, admin)
  await page.getByRole('textbox', { name: 'Name below the signature' }).fill('Ada')
  await other.api(updateSchoolCertificate, { id: template.id, signer: 'Efe' })
  await button(page, 'Save template').click()
  await page.getByRole('alert').filter({ hasText: 'Efe Okoro saved this template' }).waitFor()
  expect(await page.getByRole('textbox', { name: 'Name below the signature' }).inputValue()).toBe('Ada')
  await expectSound(page)
  await button(page, 'Save my version').click()
  await page.getByText('Template saved').first().waitFor()
  expect(await stored()).toMatchObject({ signer: 'Ada', version: 3 })

  await other.api(updateSchoolCertificate, { id: template.id, signer: 'Efe O.' })
  await page.getByRole('textbox', { name: 'Name below the signature' }).fill('Ada Obi')
  await button(page, 'Save template').click()
  await button(page, 'Load the saved version').click()
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Name below the signature' }).inputValue())
    .toBe('Efe O.')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('')
  await button(page, 'Save template').click()
  await page
    .getByRole('textbox', { name: 'Name', exact: true })
    .and(page.locator('[aria-invalid=true]'))
    .waitFor()
})
