import { expect, test } from 'vitest'
import { updateTaxSettings } from '#payments/contract.ts'
import { publishPlan } from '#testing/builders/plans/published-plans.ts'
import { phoneViewport } from '../harness/browser.ts'
import { payByCard, setUpPaidSchoolApp } from '../harness/card-payments.ts'
import { expectSound } from '../harness/expect-sound.ts'
import { openPage, schoolApp } from '../harness/open-page.ts'

setUpPaidSchoolApp()

test('a student changes to a dearer plan, and schedules a cheaper one', async () => {
  const school = schoolApp.school
  const courses = [await school.course(), await school.course()]
  // The school is the same when the test is repeated.
  const suffix = courses[0]!.id.slice(-4)
  const plans = { small: `Small ${suffix}`, large: `Large ${suffix}`, mini: `Mini ${suffix}` }
  const publish = (name: string, price: number, course_ids: string[]) =>
    publishPlan({ school }, { name, price, course_ids })
  const [first, second] = courses.map(({ id }) => id)
  const small = await publish(plans.small, 500_000, [first!])
  await publish(plans.large, 900_000, [first!, second!])
  await publish(plans.mini, 200_000, [second!])

  const { page, complaints } = await openPage(`/payments/plans/${small}`, await school.student(), {
    size: phoneViewport,
  })
  await page.getByRole('button', { name: /^Pay .*5,000/ }).click()
  await payByCard(page)
  await page.getByRole('heading', { level: 2, name: 'Payment received' }).waitFor()
  await page.goto(schoolApp.at('/payments'))

  await page.getByRole('region', { name: plans.small }).getByRole('button', { name: 'Change plan' }).click()
  const dialog = page.getByRole('dialog', { name: `Change ${plans.small}` })
  await dialog.getByRole('radio', { name: new RegExp(plans.large) }).check()
  await dialog.getByText('Credit for unused time').waitFor()
  await dialog.getByText('Due now').waitFor()
  await expectSound(page)
  await dialog.getByRole('button', { name: /^Pay .*[34],\d{3}/ }).click()
  await dialog.waitFor({ state: 'hidden' })
  const large = page.getByRole('region', { name: plans.large })
  await large.getByText(/Next payment: .*9,000/).waitFor()

  await large.getByRole('button', { name: 'Change plan' }).click()
  const cheaper = page.getByRole('dialog', { name: `Change ${plans.large}` })
  await cheaper.getByRole('radio', { name: new RegExp(plans.mini) }).check()
  await cheaper.getByText(/Nothing is due now/).waitFor()
  await cheaper.getByRole('button', { name: 'Change plan' }).click()
  await cheaper.waitFor({ state: 'hidden' })
  await large.getByText(new RegExp(`${plans.mini} starts on`)).waitFor()
  await large.getByRole('button', { name: `Keep ${plans.large}` }).click()
  await large.getByText(/Next payment: .*9,000/).waitFor()
  await expectSound(page)
  expect(complaints).toEqual([])
})

test('the page of a plan and its checkout say which tax is added', async () => {
  const { school } = schoolApp
  const admin = await school.admin()
  const setTax = (mode: 'none' | 'exclusive') =>
    admin.api(updateTaxSettings, {
      mode,
      rates: [{ name: 'VAT', basis_points: 750 }],
      reverse_charge_text: null,
      withholding: null,
    })
  const { id } = await school.course()
  const plan_id = await publishPlan({ school }, { name: 'Taxed', price: 500_000, course_ids: [id] })
  await setTax('exclusive')
  const { page, complaints } = await openPage(`/plans/${plan_id}`, await school.student(), {
    size: phoneViewport,
  })
  await page.getByRole('complementary', { name: 'Buy' }).getByText('plus VAT 7.5%').waitFor()
  await expectSound(page)
  await page.getByRole('link', { name: 'Buy' }).click()
  await page.getByText('plus VAT 7.5%').waitFor()
  await page.getByRole('button', { name: /^Pay .*5,375/ }).waitFor()
  await setTax('none')
  expect(complaints).toEqual([])
})
