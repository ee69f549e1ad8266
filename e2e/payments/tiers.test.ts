import { expect, test } from 'vitest'
import { createTestCourse } from '#testing/builders/learning-builder.ts'
import { phoneViewport } from '../harness/browser.ts'
import { payByCard, setUpPaidSchoolApp } from '../harness/card-payments.ts'
import { expectSound } from '../harness/expect-sound.ts'
import { openPage, schoolApp } from '../harness/open-page.ts'

setUpPaidSchoolApp()

test('a student buys a tier and upgrades for the difference', async () => {
  const { course } = await createTestCourse(schoolApp.school, {
    course: {
      course_name: 'Reading the wind',
      price: 10_000_00,
      enable_tiering: true,
      tiering_maximum: 3,
      tiering_prices: JSON.stringify([10_000_00, 15_000_00, 40_000_00]),
    },
    contents: [{ title: 'Sails', body: '<p>Feel it on your face.</p>' }],
  })
  const buyer = await schoolApp.school.student()
  const { page, complaints } = await openPage(`/?selected_course_id=${course.id}`, buyer, {
    size: phoneViewport,
  })
  const card = page.getByRole('complementary', { name: 'Buy this course' })
  await card.getByRole('radio', { name: /Tier 2.*15,000/ }).check()
  await card.getByText('₦15,000', { exact: true }).first().waitFor()
  await expectSound(page)
  await card.getByRole('button', { name: 'Buy this course' }).click()
  await page.getByRole('heading', { name: /15,000/ }).waitFor()
  await payByCard(page)
  await page.getByRole('heading', { level: 2, name: 'Payment received' }).waitFor()

  await page.goto(schoolApp.at(`/?selected_course_id=${course.id}`))
  await card.getByText('You pay the difference to your tier.').waitFor()
  expect(await card.getByRole('radio').count()).toBe(1)
  await card.getByRole('radio', { name: /Tier 3.*25,000/ }).check()
  expect(await card.getByRole('link', { name: 'Go to course' }).isVisible()).toBe(true)
  await expectSound(page)
  await card.getByRole('button', { name: 'Upgrade' }).click()
  await page.getByRole('heading', { name: /25,000/ }).waitFor()
  expect(complaints).toEqual([])
})
