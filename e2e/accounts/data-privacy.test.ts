import { expect, test } from 'vitest'
import { testPassword } from '#testing/builders/school-builder.ts'
import { accessibilityIssues } from '../harness/axe.ts'
import { phoneViewport } from '../harness/browser.ts'
import { unzip } from '#testing/formats/unzip.ts'
import { readFile } from 'node:fs/promises'
import { openPage, schoolApp, waitForHydration, setUpSchoolApp } from '../harness/open-page.ts'

setUpSchoolApp()

test('a student exports all data, schedules the erasure, and cancels it by a login', async () => {
  const { school } = schoolApp
  const student = await school.student({ name: 'Zoë Quartermaine' })
  const { page } = await openPage('/profile', student)
  await page.getByRole('link', { name: 'Download or delete my data' }).click()
  await page.getByRole('heading', { level: 1, name: 'My data' }).waitFor()
  await page.getByRole('button', { name: 'Create file' }).click()
  const link = page.getByRole('link', { name: /^Download \(/ })
  await link.waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toMatch(/my-data-\d{4}-\d\d-\d\d\.zip$/)
  const entries = await unzip(await readFile(await download.path()))
  expect(entries.get('tables/users.ndjson')!.toString()).toContain('Zoë Quartermaine')

  await page.getByRole('button', { name: 'Delete my profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.getByLabel('Your password').fill('not this one')
  await dialog.getByRole('button', { name: 'Delete my profile' }).click()
  await dialog.getByText('The current password is wrong.').waitFor()
  expect(await accessibilityIssues(page)).toEqual([])
  await dialog.getByLabel('Your password').fill(testPassword)
  await dialog.getByRole('button', { name: 'Delete my profile' }).click()
  const planned = page.getByRole('dialog', { name: 'Delete my profile' })
  await planned.getByText('Your profile will be deleted on').waitFor()
  await planned.getByRole('button', { name: 'Go to login' }).waitFor()
  expect(await accessibilityIssues(page)).toEqual([])

  const { page: login } = await openPage('/login', null)
  await waitForHydration(login)
  await login.getByLabel('E-mail or user code').fill(student.email)
  await login.getByRole('textbox', { name: 'Password' }).fill(testPassword)
  await login.getByRole('button', { name: 'Log in', exact: true }).click()
  await login.waitForURL(/\/dashboard/)
  const { erase_at } = await school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('users')
      .where('school_id', '=', school_id)
      .where('id', '=', student.id)
      .select('erase_at')
      .executeTakeFirstOrThrow(),
  )
  expect(erase_at).toBeNull()
})

test('an admin records a written request, schedules the erasure and cancels it, on a phone', async () => {
  const { school } = schoolApp
  const [student, admin] = [await school.student({ name: 'Bo Li' }), await school.admin()]
  const { page } = await openPage(`/manage/people/${student.id}/data`, admin, { size: phoneViewport })
  await page.getByRole('heading', { level: 1, name: 'Personal data of Bo Li' }).waitFor()
  const form = page.getByRole('form', { name: 'Delete person' })
  await form.getByRole('button', { name: 'Delete in seven days' }).click()
  await form.getByLabel('Request').fill('Letter of 3 May')
  await form.getByRole('button', { name: 'Delete in seven days' }).click()
  await page.getByText('Will be deleted on').waitFor()
  await page.getByRole('button', { name: 'Cancel deletion' }).click()
  await form.getByRole('button', { name: 'Delete in seven days' }).waitFor()
  expect(await page.getByText('Will be deleted on').count()).toBe(0)
})
