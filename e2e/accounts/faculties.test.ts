import { expect, test } from 'vitest'
import { accessibilityIssues, horizontalOverflow } from '../harness/axe.ts'
import { phoneViewport } from '../harness/browser.ts'
import { openPage, schoolApp, setUpSchoolApp } from '../harness/open-page.ts'
import { uiText } from '../harness/text.ts'

setUpSchoolApp()

const text = (key: string, values?: Record<string, string>) => uiText('faculties', key, values)

test('an admin creates faculties and adds people, and visitors browse by faculty', async () => {
  const { school } = schoolApp
  const admin = await school.admin()
  await school.student({ name: 'Wanja Otieno' })
  await school.course({ course_name: 'Optics', course_department: 'Physics' })
  const { page, complaints } = await openPage('/manage/faculties', admin)
  for (const name of ['Law', 'Science']) {
    await page.getByRole('textbox', { name: text('newName') }).fill(name)
    await page.getByRole('button', { name: text('add'), exact: true }).click()
    await page.getByText(name, { exact: true }).waitFor()
  }
  // By keyboard: lift, move, drop.
  await page.getByRole('button', { name: uiText('ui', 'sort.up', { name: 'Science' }) }).press('Enter')
  const names = page.locator('ol > li p').filter({ hasText: /^(Law|Science)$/ })
  await expect.poll(() => names.allInnerTexts()).toEqual(['Science', 'Law'])

  await page.getByRole('button', { name: text('loose.putLabel', { name: 'Physics' }) }).click()
  await page.getByRole('menuitem', { name: 'Science' }).click()
  await page.getByText(/^Physics was added/).waitFor()
  await page.getByRole('button', { name: /1 department.*Science/ }).click()
  const departments = page.getByRole('dialog')
  await departments.getByText('Physics', { exact: true }).waitFor()
  expect(await accessibilityIssues(page)).toEqual([])
  await page.keyboard.press('Escape')
  await departments.waitFor({ state: 'hidden' })

  await page.getByRole('link', { name: '0 students' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Science' }).waitFor()
  await page
    .getByRole('button', { name: text('addPeople') })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: /Wanja Otieno/ }).check()
  await dialog.getByRole('button', { name: text('bringIn_one', { count: '1' }) }).click()
  await page
    .getByRole('region', { name: text('lists.students') })
    .getByText('Wanja Otieno')
    .waitFor()

  const late = await school.student({ name: 'Late Student' })
  await page
    .getByRole('button', { name: text('addPeople') })
    .first()
    .click()
  await dialog.getByText(text('list.open')).click()
  await dialog.getByRole('textbox', { name: text('list.label') }).fill(`${late.email}\nnobody@people.test`)
  await dialog.getByRole('button', { name: text('list.send') }).click()
  await dialog.getByText(text('list.line', { line: '2', text: 'nobody@people.test' })).waitFor()
  expect(await accessibilityIssues(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByText('Late Student').waitFor()

  await page.locator('a[href="/manage/faculties"]').first().click()
  await page.getByRole('button', { name: text('remove', { name: 'Science' }) }).click()
  await page.getByText('1 course, 2 people').waitFor()
  expect(await accessibilityIssues(page)).toEqual([])
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('removeNow') })
    .click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: '2 students' }).waitFor()

  const visitor = await openPage('/', null, { size: phoneViewport })
  await visitor.page
    .getByRole('navigation', { name: uiText('schools', 'home.faculties') })
    .getByRole('link', { name: 'Law' })
    .click()
  await visitor.page.getByRole('heading', { level: 1, name: 'Law' }).waitFor()
  await visitor.page.getByRole('link', { name: /Optics/ }).waitFor()
  expect(await horizontalOverflow(visitor.page)).toBe(0)
  expect(await accessibilityIssues(visitor.page)).toEqual([])
  expect([...complaints, ...visitor.complaints]).toEqual([])
})

test('everything fits on a phone and in French', async () => {
  const { school } = schoolApp
  const { page } = await openPage('/manage/faculties', await school.admin(), {
    size: phoneViewport,
    locale: 'fr-FR',
  })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByText('Law', { exact: true }).waitFor()
  expect(await horizontalOverflow(page)).toBe(0)
})
