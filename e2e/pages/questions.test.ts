import { afterAll, beforeAll, expect, test } from 'vitest'
import { questionSamples } from '#ui/dev/question-samples.ts'
import { answerByKeyboard } from '../harness/answer-by-keyboard.ts'
import { accessibilityIssues, horizontalOverflow } from '../harness/axe.ts'
import { openBrowser, phoneViewport } from '../harness/browser.ts'
import { startSchoolApp, type SchoolApp } from '../harness/school-app.ts'
import { smallControls } from '../harness/small-controls.ts'

let app: SchoolApp

beforeAll(async () => {
  app = await startSchoolApp()
})
afterAll(() => app.close())

async function openQuestions(query = '', options: Parameters<typeof openBrowser>[0] = {}) {
  const opened = await openBrowser(options)
  await opened.page.goto(app.at(`/dev/ui/questions${query}`), { waitUntil: 'networkidle' })
  await opened.page.locator('[data-gap] input').first().waitFor()
  return opened
}

test.each(['', '?scheme=dark&dir=rtl', '?theme=night'])(
  'questions %s have no axe violation, and fit a phone',
  async (look) => {
    const { page, context, complaints } = await openQuestions(look)
    expect(await accessibilityIssues(page)).toEqual([])
    await page.setViewportSize(phoneViewport)
    expect(await accessibilityIssues(page)).toEqual([])
    expect(await horizontalOverflow(page)).toBe(0)
    await page.setViewportSize({ width: 320, height: 600 })
    expect(await horizontalOverflow(page)).toBe(0)
    expect(complaints).toEqual([])
    await context.close()
  },
)

test('controls of questions are large enough for fingers', async () => {
  const { page, context } = await openQuestions('', { size: phoneViewport, touch: true })
  await expect.poll(() => page.evaluate(smallControls)).toEqual([])
  await context.close()
})

test('every type is answered by keyboard on a phone', async () => {
  const { page, context } = await openQuestions('', { size: phoneViewport })
  for (const [index, { body, answer }] of questionSamples.entries()) {
    if (answer === null || answer.type === 'file_upload' || answer.type === 'recording') continue
    const scope = page.locator('[data-state=input]').nth(index)
    await answerByKeyboard(page, { scope, body, answer })
    expect(JSON.parse((await scope.locator('[data-answer]').textContent())!)).toEqual(answer)
  }
  await context.close()
})

test('a moved item and a moved crosshair are announced', async () => {
  const { page, context } = await openQuestions()
  await page.getByRole('button', { name: 'Move Seed up' }).first().press('Enter')
  const announced = async () => (await page.getByRole('status').allTextContents()).join('|')
  await expect.poll(announced).toContain('Seed is now at position 1 of 3.')
  const area = page.getByRole('application').first()
  await area.press('ArrowRight')
  await area.press('Shift+ArrowUp')
  await expect.poll(announced).toContain('Cell F5, 51 % from the left, 40 % from the top')
  await context.close()
})
