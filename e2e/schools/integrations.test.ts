import { expect, test } from 'vitest'
import { approveStudents } from '#learning/contract.ts'
import { startWebhookReceiver, hasValidSignature } from '#testing/fakes/webhook-receiver.ts'
import { accessibilityIssues, horizontalOverflow } from '../harness/axe.ts'
import { phoneViewport } from '../harness/browser.ts'
import { openPage, schoolApp, setUpSchoolApp } from '../harness/open-page.ts'

setUpSchoolApp()

/** Calls the API like a program: over the network, without a browser. */
async function callAs(pair: { username: string; secret: string }, path: string) {
  const url = new URL(`/api${path}`, schoolApp.origin)
  const { host } = url
  url.hostname = '127.0.0.1'
  // `fetch` does not allow setting the host; `node:http` does.
  const { request } = await import('node:http')
  return new Promise<number>((done, failed) => {
    const headers = { host, 'x-api-username': pair.username, 'x-api-secret': pair.secret }
    request(url, { headers }, (answer) => {
      answer.resume()
      done(answer.statusCode ?? 0)
    })
      .on('error', failed)
      .end()
  })
}

test('an admin creates an API client, which calls the API and is revoked', async () => {
  const admin = await schoolApp.school.admin()
  const { page, complaints } = await openPage('/manage/api-clients', admin)
  await page.getByRole('heading', { name: 'No API clients yet' }).waitFor()
  await page.getByRole('button', { name: 'New API client' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: 'Create API client' }).click()
  await form.getByText('Select at least one permission.').first().waitFor()
  await form.getByRole('textbox', { name: 'Name' }).fill('Student register')
  await form.getByRole('checkbox', { name: 'Read: Courses and lessons' }).check()
  expect(await accessibilityIssues(page)).toEqual([])
  await form.getByRole('button', { name: 'Create API client' }).click()

  const shown = page.getByRole('dialog', { name: 'Student register is ready' })
  await shown.waitFor()
  const codes = await shown.locator('code, pre').allInnerTexts()
  const pair = { username: codes[0]!.trim(), secret: codes[1]!.trim() }
  expect(pair).toEqual({
    username: expect.stringMatching(/^client_/),
    secret: expect.stringMatching(/^sch_/),
  })
  expect(await accessibilityIssues(page)).toEqual([])
  await page.keyboard.press('Escape')
  await shown.getByRole('button', { name: 'I’ve saved it' }).click()
  await shown.waitFor({ state: 'hidden' })
  expect(await page.content()).not.toContain(pair.secret)

  expect(await callAs(pair, '/courses/v2/courses')).toBe(200)
  expect(await callAs(pair, '/schools/v2/teachers')).toBe(403)
  await page.getByRole('button', { name: 'Edit Student register' }).click()
  const change = page.getByRole('dialog', { name: 'Edit Student register' })
  await change.getByRole('checkbox', { name: 'Read: People' }).check()
  await change.getByRole('button', { name: 'Save' }).click()
  await change.waitFor({ state: 'hidden' })
  // The list is reloaded with the last use.
  await page.getByText('127.0.0.1').filter({ visible: true }).waitFor()
  expect(await callAs(pair, '/schools/v2/teachers')).toBe(200)

  await page.getByRole('button', { name: 'Revoke Student register' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke client', exact: true }).click()
  await page.getByText('Revoked', { exact: true }).filter({ visible: true }).waitFor()
  expect(await callAs(pair, '/courses/v2/courses')).toBe(401)
  expect(complaints).toEqual([])
})

test('an admin sees a delivery of a real enrolment, and sends it again', async () => {
  const { school } = schoolApp
  const [admin, receiver, course, student] = [
    await school.admin(),
    await startWebhookReceiver(),
    await school.course(),
    await school.student(),
  ]
  await school.enrol(student, course, { status: 'pending' })
  const { page, complaints } = await openPage('/manage/webhooks', admin)
  await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor()
  await page.getByRole('button', { name: 'New webhook' }).first().click()
  const form = page.getByRole('dialog')
  const address = form.getByRole('textbox', { name: 'Address' })
  await address.fill('https://10.0.0.1/hook')
  await form.getByRole('button', { name: 'Create webhook' }).click()
  await form.getByRole('listitem').filter({ hasText: 'Events: Select at least one event.' }).waitFor()
  await form.getByRole('checkbox', { name: 'A student is approved' }).check()
  await form.getByRole('button', { name: 'Create webhook' }).click()
  await form.getByText('This address is not reachable from the internet.').first().waitFor()
  expect(await accessibilityIssues(page)).toEqual([])
  await address.fill(receiver.url)
  await form.getByRole('button', { name: 'Create webhook' }).click()
  const shown = page.getByRole('dialog', { name: 'The webhook is ready' })
  const secret = (await shown.locator('code, pre').first().innerText()).trim()
  await shown.getByRole('button', { name: 'I’ve saved it' }).click()

  await page.getByRole('button', { name: 'Send test event' }).click()
  await expect.poll(() => receiver.types()).toEqual(['webhook.test'])
  await admin.api(approveStudents, { course_id: course.id, student_ids: [student.id], approved: true })
  await expect.poll(() => receiver.types()).toEqual(['webhook.test', 'enrolment.approved'])
  expect(receiver.received.every((one) => hasValidSignature(secret, one))).toBe(true)

  const details = page.getByRole('button', { name: 'Details of enrolment.approved' })
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: 'Refresh' }).click()
      return page.getByText('Response 200').count()
    })
    .toBeGreaterThanOrEqual(2)
  await details.click()
  const dialog = page.getByRole('dialog', { name: 'enrolment.approved' })
  await dialog.getByText('thank you').waitFor()
  await dialog.getByText(student.email).waitFor()
  expect(await accessibilityIssues(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Resend' }).click()
  await expect.poll(() => receiver.received.length).toBe(3)
  expect(receiver.received[2]!.raw).toBe(receiver.received[1]!.raw)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })

  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('button', { name: 'Resume' }).waitFor()
  // The only refusal: the address within a private network.
  expect(complaints).toEqual([expect.stringContaining('422')])
  await receiver.close()
})

test('both forms fit a phone in French', async () => {
  const { page } = await openPage('/manage/api-clients', await schoolApp.school.admin(), {
    size: phoneViewport,
    locale: 'fr-FR',
  })
  const form = page.getByRole('dialog').getByRole('textbox').first()
  const expectFit = async (opener: string) => {
    await page.getByRole('button', { name: opener }).first().click()
    await form.waitFor()
    expect(await horizontalOverflow(page)).toBe(0)
  }
  await expectFit('Nouveau client d’API')
  await page.goto(schoolApp.at('/manage/webhooks'))
  await expectFit('Nouveau webhook')
})
