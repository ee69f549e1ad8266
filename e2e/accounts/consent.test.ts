import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import * as contract from '#consent/contract.ts'
import { getMe } from '#accounts/contract.ts'
import { newId } from '#platform/security/tokens.ts'
import { updateSchool } from '#schools/contract.ts'
import { accessibilityIssues, horizontalOverflow } from '../harness/axe.ts'
import { phoneViewport } from '../harness/browser.ts'
import { openPage, schoolApp, waitForHydration, setUpSchoolApp } from '../harness/open-page.ts'
import { uiText } from '../harness/text.ts'

setUpSchoolApp()

const text = (key: string, values?: Record<string, string>) => uiText('consent', key, values)
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

async function expectSound(page: Page) {
  expect(await accessibilityIssues(page)).toEqual([])
  expect(await horizontalOverflow(page)).toBe(0)
}

/** Edits the draft of the terms, previews and publishes it. */
async function publish(page: Page, words: string, changes?: string) {
  const editor = page.getByRole('textbox', { name: text('manage.body') })
  await editor.fill(words)
  await button(page, text('manage.preview')).click()
  const preview = page.getByRole('dialog', { name: text('manage.previewOf', { text: 'Terms of use' }) })
  await preview.getByText(words).waitFor()
  await preview.getByRole('button', { name: uiText('ui', 'actions.close') }).click()
  await button(page, text('manage.publish')).click()
  const question = page.getByRole('dialog', { name: text('manage.publishTitle') })
  if (changes) await question.getByRole('textbox', { name: text('manage.changes') }).fill(changes)
  else await expectSound(page)
  await button(page, text('manage.submit')).click()
}

test('a school publishes its terms; new users accept them by a mailed link, and everybody accepts each new version', async () => {
  const { school, product } = schoolApp
  const admin = await school.admin()
  await admin.api(updateSchool, { id: school.school_id, allow_magic_link_registration: true })
  const desk = (await openPage('/manage/settings/legal-documents', admin)).page
  await heading(desk, text('manage.title'))
  await publish(desk, 'Be on time.')
  const notice = desk.getByRole('dialog', { name: text('notice.title') })
  await button(desk, text('notice.accept')).click()
  await notice.waitFor({ state: 'detached' })

  const { page } = await openPage('/register', null, { size: phoneViewport })
  await waitForHydration(page)
  const word = (key: string) => uiText('accounts', key)
  const field = (key: string) => page.getByRole('textbox', { name: word(key), exact: true })
  // A different person per attempt, because a registered person is known.
  const email = `sade-${newId()}@people.test`
  await field('fields.name').fill('Sade Bello')
  await field('fields.email').fill(email)
  await field('login.password').fill('three plain words')
  await button(page, word('register.submit')).click()
  await page.getByText(word('errors.not_ticked'), { exact: true }).waitFor()
  const box = page.getByRole('checkbox', { name: word('accept_terms') })
  expect(await box.isChecked()).toBe(false)
  await expectSound(page)
  await box.check()

  await publish(desk, 'Be on time, or say so.', 'You may be late if you say so.')
  await button(desk, text('notice.accept')).click()
  await notice.waitFor({ state: 'detached' })
  await button(page, word('register.submit')).click()
  await page.getByText(word('errors.legal_documents_changed')).waitFor()
  expect(await box.isChecked()).toBe(false)
  expect(await field('fields.name').inputValue()).toBe('Sade Bello')
  expect(await field('login.password').inputValue()).toBe('three plain words')
  // Registration without a password, completed by a mailed link.
  await page.getByRole('checkbox', { name: word('link.choice') }).check()
  expect(await field('login.password').count()).toBe(0)
  await box.check()
  await button(page, word('register.submit')).click()
  await heading(page, word('link.sentTitle'))
  const link = () => product.mailbox.linkTo(email, '/magic-link')
  await expect.poll(link, { timeout: 15_000 }).toBeTruthy()
  await page.goto(link()!)
  await waitForHydration(page)
  await heading(page, word('link.openTitle'))
  await button(page, word('link.finish')).click()
  await page.waitForURL(schoolApp.at('/dashboard'))

  const reader = (await openPage('/terms', null, { size: phoneViewport })).page
  await reader.getByText('Be on time, or say so.').waitFor()
  const versions = reader.getByRole('region', { name: text('page.versions') }).getByRole('link')
  await versions.nth(1).click()
  await reader.getByText('Be on time.', { exact: true }).waitFor()
  await reader.getByRole('link', { name: text('page.current') }).waitFor()
  const headers = { host: new URL(schoolApp.origin).host }
  const login = await product.app.http.inject({ url: '/login', headers })
  expect(login.body).toMatch(/<a [^>]*href="\/terms"/)
})

test('a user with pending terms is asked before continuing, loses no input, and can log out', async () => {
  const { school } = schoolApp
  const student = await school.student()
  const { pending_documents } = await student.api(contract.getMyConsent, {})
  expect(pending_documents).toHaveLength(1)
  const { page } = await openPage('/profile', student, { size: phoneViewport, dark: true })
  const dialog = page.getByRole('dialog', { name: text('notice.title') })
  await dialog.getByText('You may be late if you say so.').waitFor()
  await expectSound(page)
  await page.keyboard.press('Escape')
  await dialog.getByRole('link', { name: text('notice.myData') }).click()
  await heading(page, uiText('data-privacy', 'title'))
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('complementary', { name: text('notice.label') }).waitFor()
  await expectSound(page)
  await button(page, text('notice.open')).click()
  await button(page, text('notice.accept')).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(async () => (await student.api(getMe, {})).pending_document_kinds).toEqual([])

  await page.goBack()
  const news = page.getByRole('switch', { name: text('own.school_news') })
  expect(await news.isChecked()).toBe(false)
  await news.press('Space')
  await page.getByText(text('own.givenOn')).waitFor()
  const staff = (await openPage(`/manage/consent/${student.id}`, await school.teacher())).page
  await button(staff, text('notice.accept')).click()
  await staff.getByText(text('person.given'), { exact: true }).waitFor()
})
