import { expect, test } from 'vitest'
import { createTestCourse } from '#testing/builders/learning-builder.ts'
import { accessibilityIssues, horizontalOverflow } from '../harness/axe.ts'
import { desktopViewport, phoneViewport } from '../harness/browser.ts'
import { payByCard, setUpPaidSchoolApp } from '../harness/card-payments.ts'
import { openPage, schoolApp } from '../harness/open-page.ts'

setUpPaidSchoolApp()

test.each([
  ['phone', phoneViewport],
  ['computer', desktopViewport],
])('on a %s, an admin offers a trial with a card, and a student begins it', async (device, size) => {
  const { course } = await createTestCourse(schoolApp.school, {
    course: { course_name: `Reading the clouds on a ${device}`, price: 900_000 },
    contents: [{ title: 'Cirrus', body: '<p>High and thin.</p>' }],
  })
  const name = `Clouds each month on a ${device}`
  const admin = await openPage('/manage/plans', await schoolApp.school.admin(), { size })
  await admin.page.getByRole('button', { name: 'New plan' }).first().click()
  const dialog = admin.page.getByRole('dialog', { name: 'New plan' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('combobox', { name: 'Courses' }).fill(course.course_name)
  await admin.page.getByRole('option', { name: course.course_name }).click()
  await admin.page.keyboard.press('Tab')
  await dialog.getByRole('combobox', { name: 'Payment' }).click()
  await admin.page.getByRole('option', { name: 'Subscription' }).click()
  await dialog.getByRole('textbox', { name: 'Price of each period' }).fill('9000')
  const needsCard = dialog.getByRole('switch', { name: 'Card needed at the start of the trial' })
  expect(await needsCard.count()).toBe(0)
  await dialog.getByRole('textbox', { name: 'Free trial in days' }).fill('14')
  await needsCard.check({ force: true })
  expect(await accessibilityIssues(admin.page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(admin.complaints).toEqual([])

  const student = await schoolApp.school.student()
  const { page, complaints } = await openPage(`/?selected_course_id=${course.id}`, student, { size })
  await page.getByRole('link', { name: new RegExp(name) }).click()
  await page.getByRole('link', { name: 'Start the free trial' }).click()
  await page.getByText(/^Free until .+, then .*9,000.* every month\. Cancel any time\.$/).waitFor()
  await page.getByText('You save a card on the next page.').waitFor()
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
  expect(await accessibilityIssues(page)).toEqual([])
  await page.getByRole('button', { name: 'Start the free trial' }).click()
  await payByCard(page)
  await page.getByRole('heading', { level: 2, name: 'Your free trial has started' }).waitFor()
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
  expect(await accessibilityIssues(page)).toEqual([])
  await page.getByRole('link', { name: 'Go to payments' }).click()
  const plan = page.getByRole('region', { name })
  await plan.getByText('Free trial', { exact: true }).waitFor()
  await plan.getByText(/^Next payment: .*9,000/).waitFor()
  await page.goto(schoolApp.at(`/learn/${course.id}`))
  await page.getByText('High and thin.').waitFor()
  expect(complaints).toEqual([])
})
