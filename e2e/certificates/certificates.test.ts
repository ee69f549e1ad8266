import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  createSchoolCertificate,
  createStudentCertificate,
  listCertificateRequests,
  listCertificates,
  listSchoolCertificates,
  requestCertificate,
} from '#certificates/contract.ts'
import { newId } from '#platform/security/tokens.ts'
import { desktopViewport, phoneViewport } from '../harness/browser.ts'
import { expectSound } from '../harness/expect-sound.ts'
import { openPage, schoolApp, setUpSchoolApp } from '../harness/open-page.ts'

setUpSchoolApp()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const devices = [
  ['computer', desktopViewport],
  ['phone', phoneViewport],
] as const

/** A course with a template, and a student who attends it. */
async function createCourse(student_name: string) {
  const { school } = schoolApp
  const course_name = `Tides ${newId().slice(-6)}`
  const [admin, student] = [await school.admin(), await school.student({ name: student_name })]
  const course = await school.course({ course_name })
  await school.enrol(student, course)
  return { admin, student, course, course_name }
}

async function choose(page: Page, label: string, option: string) {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: label }).fill(option)
  await page.getByRole('option', { name: option }).first().click()
}

test.each(devices)(
  'on a %s a certificate is issued from a ready-made design, shown to its student, corrected and revoked',
  async (device, size) => {
    const { admin, student, course, course_name } = await createCourse(`Ada Obi of the ${device}`)
    const { page } = await openPage('/manage/certificates', admin, { size })
    await page.getByRole('heading', { level: 1, name: 'Certificates' }).waitFor()
    await button(page, 'Create template').first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(`Diploma ${course_name}`)
    await dialog.getByRole('radio', { name: 'Modern, blue' }).check()
    await choose(page, 'Course', course_name)
    await expectSound(page)
    await button(page, 'Create').click()
    await page.getByText(`Template created: Diploma ${course_name}`).waitFor()
    await page.getByRole('heading', { level: 1, name: `Diploma ${course_name}` }).waitFor()
    await button(page, '{student_name}').click()
    await page.keyboard.press('ArrowUp')
    await button(page, 'Save template').click()
    await page.getByText('Template saved').waitFor()
    await page.goto(schoolApp.at('/manage/certificates'))
    await button(page, `Preview Diploma ${course_name}`).click()
    await dialog.getByText('Drawn with the longest name of your school').waitFor()
    await expectSound(page)
    await page.keyboard.press('Escape')

    await button(page, 'Issue certificates').first().click()
    await button(page, 'Show who gets one').click()
    await dialog.getByText('This is required.').waitFor()
    await choose(page, 'Course', course_name)
    await choose(page, 'Students', student.name)
    await page.keyboard.press('Escape')
    await expectSound(page)
    await button(page, 'Show who gets one').click()
    await dialog.getByText('Get a certificate: 1').waitFor()
    await dialog.getByText(student.name).waitFor()
    await expectSound(page)
    await button(page, 'Issue certificates: 1').click()
    await page.getByText('Certificates issued: 1').waitFor()

    const own = await openPage('/certificates', student, { size })
    await own.page.getByRole('heading', { level: 2, name: course_name }).waitFor()
    const image = own.page.getByRole('img', { name: `Certificate for ${course_name}` })
    await expect
      .poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth), { timeout: 30_000 })
      .toBeGreaterThan(500)
    await expectSound(own.page)
    await own.page.getByRole('switch', { name: `Show my name: ${course_name}` }).click()
    await own.page.getByText('Visitors no longer see your name.').waitFor()
    const verify = own.page.getByRole('link', { name: `Verification page: ${course_name}` })
    const address = new URL((await verify.getAttribute('href'))!).pathname
    await own.page.goto(schoolApp.at(address))
    await own.page.getByRole('heading', { name: 'This certificate is valid' }).waitFor()
    expect(await own.page.getByText(student.name).count()).toBe(0)

    await page.getByRole('tab', { name: 'Issued' }).click()
    await button(page, `Actions for ${student.name}`).click()
    await page.getByRole('menuitem', { name: 'Correct' }).click()
    const long = `${device} ${'Ọláyínká '.repeat(25)}`.slice(0, 200).trim()
    await dialog.getByRole('textbox', { name: 'Name on the certificate' }).fill(long)
    await expectSound(page)
    await button(page, 'Issue correction').click()
    await page.getByText('Corrected certificate issued').waitFor()
    await page.getByRole('link', { name: long }).waitFor()
    await expectSound(page)
    await button(page, `Actions for ${long}`).click()
    await page.getByRole('menuitem', { name: 'Revoke' }).click()
    await button(page, 'Revoke certificate').click()
    await dialog.getByText('This is required.').first().waitFor()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Issued by mistake')
    await expectSound(page)
    await button(page, 'Revoke certificate').click()
    await page.getByText('Certificate revoked').waitFor()
    await own.page.goto(schoolApp.at(address))
    await own.page.getByRole('heading', { name: 'This certificate was revoked' }).waitFor()
    await own.page.goto(schoolApp.at('/certificates'))
    await own.page.getByText('Reason: Issued by mistake').waitFor()
    await expectSound(own.page)
    const { data } = await admin.api(listCertificates, { course_id: course.id })
    expect(data.map(({ state }) => state)).toEqual(['revoked', 'superseded'])
  },
)

test.each(devices)('on a %s a student requests certificates, and staff decide', async (device, size) => {
  const { admin, student, course, course_name } = await createCourse(`Efe Okoro of the ${device}`)
  await admin.api(createSchoolCertificate, { course_id: course.id })
  const own = await openPage('/certificates', student, { size })
  await own.page.getByRole('heading', { name: 'No certificates yet' }).waitFor()
  await expectSound(own.page)
  await button(own.page, 'Request certificate').first().click()
  await choose(own.page, 'Course', course_name)
  await own.page.getByRole('textbox', { name: 'Message' }).fill('I need it for a job.')
  await expectSound(own.page)
  await button(own.page, 'Send request').click()
  await own.page.getByText('Request sent').waitFor()
  await own.page.getByText('Waiting', { exact: true }).waitFor()
  await button(own.page, 'Request certificate').first().click()
  await choose(own.page, 'Course', course_name)
  await button(own.page, 'Send request').click()
  await own.page.getByText('You already requested this certificate.').first().waitFor()
  await own.page.keyboard.press('Escape')

  const { page } = await openPage('/manage/certificates?view=requests', admin, { size })
  await page.getByRole('row').filter({ hasText: student.name }).getByText('I need it for a job.').waitFor()
  await expectSound(page)
  await page
    .getByRole('button', { name: `Decline: ${student.name}` })
    .locator('visible=true')
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Finish the last lesson first.')
  await expectSound(page)
  await button(page, 'Decline request').click()
  await page.getByText('Request declined', { exact: true }).waitFor()
  await page.getByRole('row').filter({ hasText: student.name }).waitFor({ state: 'hidden' })
  await expectSound(page)
  await own.page.reload()
  await own.page.getByText('Reason: Finish the last lesson first.').waitFor()

  await student.api(requestCertificate, { course_id: course.id })
  await page.reload()
  await page
    .getByRole('button', { name: `Approve: ${student.name}` })
    .locator('visible=true')
    .click()
  await expectSound(page)
  await button(page, 'Issue certificate').click()
  await page.getByText('Certificate issued', { exact: true }).waitFor()
  await own.page.reload()
  await own.page.getByRole('heading', { level: 2, name: course_name }).waitFor()
  await expectSound(own.page)
  const { data } = await admin.api(listCertificateRequests, { state: 'approved' })
  expect(data.at(-1)).toMatchObject({ student_id: student.id, course_id: course.id })
})

test('filters are in the address, a second certificate is refused, and a template is deleted', async () => {
  const { admin, student, course, course_name } = await createCourse('Bola Ade')
  const template = await admin.api(createSchoolCertificate, {
    course_id: course.id,
    name: `For ${course_name}`,
  })
  await admin.api(createStudentCertificate, { student_id: student.id, course_id: course.id })
  const { page } = await openPage('/manage/certificates?view=issued&state=expired', admin)
  await page.getByRole('heading', { name: 'Nothing found' }).waitFor()
  await page.getByRole('searchbox', { name: 'Search by student or number' }).fill('bola')
  await page.waitForURL('**student=bola**')
  await page.goto(schoolApp.at('/manage/certificates?view=issued&state=issued&student=bola'))
  await page.getByRole('link', { name: 'Bola Ade' }).waitFor()

  await button(page, 'Issue certificates').click()
  await choose(page, 'Template', `For ${course_name}`)
  await choose(page, 'Students', student.name)
  await page.keyboard.press('Escape')
  await button(page, 'Show who gets one').click()
  await page.getByText('Already have it: 1').waitFor()
  expect(await button(page, 'Issue certificates: 0').isDisabled()).toBe(true)
  await button(page, 'Change').click()
  await page.getByRole('textbox', { name: 'Name on the certificate' }).fill('Bola A.')
  await page.keyboard.press('Escape')

  await page.getByRole('tab', { name: 'Templates' }).click()
  await button(page, `Delete For ${course_name}`).click()
  await button(page, 'Delete template').click()
  await page.getByText(`Template deleted: For ${course_name}`).waitFor()
  const { data } = await admin.api(listSchoolCertificates, {})
  expect(data.map(({ id }) => id)).not.toContain(template.id)
})
