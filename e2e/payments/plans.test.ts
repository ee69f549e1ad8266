import { expect, test } from 'vitest'
import { createTestCourse } from '#testing/builders/learning-builder.ts'
import { phoneViewport } from '../harness/browser.ts'
import { payByCard, setUpPaidSchoolApp } from '../harness/card-payments.ts'
import { expectSound } from '../harness/expect-sound.ts'
import { openPage, schoolApp } from '../harness/open-page.ts'

setUpPaidSchoolApp()

test('an admin sells a course in instalments at a sale price, and a student pays the first', async () => {
  const { course } = await createTestCourse(schoolApp.school, {
    course: { course_name: 'Reading the stars', price: 900_000 },
    contents: [{ title: 'Polaris', body: '<p>It stays in the north.</p>' }],
  })
  const name = `Stars in three payments ${course.id.slice(-4)}`
  const admin = await openPage('/manage/plans', await schoolApp.school.admin())
  await admin.page.getByRole('button', { name: 'New plan' }).first().click()
  const dialog = admin.page.getByRole('dialog', { name: 'New plan' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('combobox', { name: 'Courses' }).fill(course.course_name)
  await admin.page.getByRole('option', { name: course.course_name }).first().click()
  await admin.page.keyboard.press('Tab')
  await dialog.getByRole('combobox', { name: 'Payment' }).click()
  await admin.page.getByRole('option', { name: 'Instalments' }).click()
  await dialog.getByRole('textbox', { name: 'Price', exact: true }).fill('9000')
  await dialog.getByRole('textbox', { name: 'Sale price' }).fill('6000')
  await dialog.getByRole('textbox', { name: 'Number of payments' }).fill('3')
  await expectSound(admin.page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await admin.page.getByText(name, { exact: true }).waitFor()
  await expectSound(admin.page)
  expect(admin.complaints).toEqual([])

  const buyer = await schoolApp.school.student()
  const { page, complaints } = await openPage(`/?selected_course_id=${course.id}`, buyer, {
    size: phoneViewport,
  })
  await page.getByRole('link', { name: new RegExp(name) }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  const price = page.getByRole('complementary', { name: 'Buy' })
  expect(await price.locator('s').textContent()).toMatch(/3 × .*3,000.*every month/)
  await price.getByText(/3 × .*2,000.*every month/).waitFor()
  await expectSound(page)
  await page.getByRole('link', { name: 'Buy' }).click()
  await page.getByRole('button', { name: /^Pay .*2,000/ }).click()
  await page.getByRole('heading', { name: /2,000/ }).waitFor()
  await payByCard(page)
  await page.getByRole('heading', { level: 2, name: 'Payment received' }).waitFor()

  await page.goto(schoolApp.at(`/learn/${course.id}`))
  await page.getByText('It stays in the north.').waitFor()
  await page.goto(schoolApp.at('/payments'))
  await page.getByRole('region', { name }).getByText('1 of 3 payments made').waitFor()
  expect(complaints).toEqual([])
})
