import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import * as contract from '#assistant/contract.ts'
import {
  createBakeryCourse,
  askQuestionAs,
  resetEndpoint,
  indexCourseNow,
} from '#testing/builders/assistant-builder.ts'
import { startChatServer, chatEnd, chatChunk } from '#testing/fakes/chat-server.ts'
import { accessibilityIssues, horizontalOverflow } from '../harness/axe.ts'
import { phoneViewport } from '../harness/browser.ts'
import { openPage, closePage, schoolApp, setUpSchoolApp } from '../harness/open-page.ts'

setUpSchoolApp()

afterEach(async () => {
  schoolApp.product.config.assistant.endpoint = null
  await resetEndpoint()
})

const question = 'How long does the dough have to rest?'
const chunk = /The dough rests for ninety minutes/

async function aStory() {
  const fixture = await createBakeryCourse({}, schoolApp.school)
  const [dough, starter] = fixture.contents
  return {
    ...fixture,
    dough: dough!,
    starter: starter!,
    at: `/learn/${fixture.course.id}?topic=${starter!.id}`,
  }
}

const panel = (page: Page) => page.getByRole('complementary', { name: 'Ask about the course' })
const field = (page: Page) => page.getByRole('textbox', { name: 'Your question' })
const stored = (page: Page, course_id: string) =>
  page.evaluate(
    (key) => JSON.parse(localStorage.getItem(key) ?? 'null') as object,
    `course_ai_qa:${course_id}`,
  )

/** The words highlighted after following a link. */
const landed = (page: Page) =>
  page.evaluate(() =>
    Array.from(CSS.highlights.get('ly-found') ?? [], (range) => (range as Range).toString()).join(''),
  )

async function askHere(page: Page, words: string) {
  await page.getByRole('button', { name: 'Ask', exact: true }).first().click()
  await field(page).fill(words)
  await field(page).press('Enter')
}

test('a student asks, follows a citation to its passage, finds the answer again, and asks offline', async () => {
  const { student, course, dough, at } = await aStory()
  const { page, context, complaints } = await openPage(at, student)
  await askHere(page, question)
  const citation = panel(page).getByRole('link', { name: chunk })
  await citation.waitFor()
  expect(await accessibilityIssues(page)).toEqual([])
  expect(await stored(page, course.id)).toMatchObject({ question, answer: expect.stringMatching(chunk) })

  await citation.click()
  await page.getByRole('heading', { level: 1, name: 'Dough' }).waitFor()
  expect(new URL(page.url()).searchParams.get('topic')).toBe(dough.id)
  await expect.poll(() => landed(page)).toMatch(chunk)
  await panel(page).getByText(question).waitFor()
  await panel(page).getByRole('button', { name: 'Wrong' }).click()
  await expect
    .poll(async () => (await student.api(contract.listMyQuestions, { course_id: course.id })).data)
    .toMatchObject([{ question, rating: 'unhelpful' }])

  await field(page).fill('What is the capital of Mongolia?')
  await panel(page).getByRole('button', { name: 'Ask', exact: true }).click()
  await panel(page).getByText('I found nothing about this').first().waitFor()
  // Below the threshold, lessons are offered instead of a quote.
  await field(page).fill('Did a zebra eat the damp cloth?')
  await panel(page).getByRole('button', { name: 'Ask', exact: true }).click()
  const results = panel(page).getByRole('list', { name: 'These lessons contain words of your question:' })
  await results.getByRole('link', { name: 'Dough · A lesson' }).waitFor()
  expect(await results.locator('q').count()).toBe(0)
  await page.reload()
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await panel(page).getByText(question).waitFor()
  await panel(page).getByRole('region', { name: 'Recommended next' }).waitFor()
  const recommended = await page.evaluate(
    (key) => JSON.parse(localStorage.getItem(key) ?? 'null') as object,
    `course_topic_recommendation:${course.id}`,
  )
  expect(recommended).toMatchObject({ question: 'Recommended next', topics: [expect.anything()] })
  expect(complaints).toEqual([])

  // Offline, the question waits; it is sent when the connection returns.
  await field(page).fill('How is the starter fed?')
  await context.setOffline(true)
  await field(page).press('Enter')
  await panel(page).getByText('Your question is saved.').waitFor()
  await context.setOffline(false)
  await panel(page)
    .getByRole('link', { name: /Feed the starter with rye flour/ })
    .first()
    .waitFor()
  expect((await student.api(contract.listMyQuestions, { course_id: course.id })).data).toHaveLength(4)
})

test('an endpoint’s answer appears while it is streamed, and a reload loses nothing', async () => {
  const { student, course, at } = await aStory()
  const model = await startChatServer()
  const go = Promise.withResolvers<void>()
  model.reply(async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(chatChunk('Ninety minutes <b>under</b> '))
    await go.promise
    response.end(`${chatChunk('a cloth [1].')}${chatEnd}`)
  })
  schoolApp.product.config.assistant.endpoint = {
    url: model.url,
    key: null,
    model: 'small',
    timeoutSeconds: 50,
  }
  try {
    const { page, complaints } = await openPage(at, student)
    await askHere(page, question)
    const writing = panel(page).locator('[aria-busy="true"]')
    await writing.getByText('Ninety minutes <b>under</b>').waitFor()
    expect(await page.locator('[role="status"]', { hasText: 'Ninety' }).count()).toBe(0)
    await page.reload()
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await writing.getByText(question).waitFor()
    go.resolve()
    await panel(page).getByText('Ninety minutes <b>under</b> a cloth').first().waitFor()
    await panel(page).getByRole('link', { name: 'Source 1: Dough' }).click()
    await expect.poll(() => landed(page)).toMatch(chunk)
    // The question was sent once; recommendations are requested separately.
    const requests = model.requests.filter(({ body }) => JSON.stringify(body).includes(question))
    expect(requests).toHaveLength(1)
    expect((await student.api(contract.listMyQuestions, { course_id: course.id })).data).toHaveLength(1)
    expect(complaints.filter((line) => !line.includes('409'))).toEqual([])

    model.reply((response) => void response.writeHead(500).end())
    await field(page).fill('How is the starter fed?')
    await field(page).press('Enter')
    await panel(page).getByText('The language model could not answer').waitFor()
    await panel(page)
      .getByRole('link', { name: /Feed the starter with rye flour/ })
      .waitFor()
  } finally {
    go.resolve()
    await model.close()
  }
})

test('a teacher answers a question, the student is notified, and the next student gets the answer', async () => {
  const { school, student, teacher, course, at } = await aStory()
  await askQuestionAs(student, course.id, question)
  const builder = await openPage(`/manage/courses/${course.id}/feedback/questions`, teacher)
  const { page } = builder
  await page.getByText(question).waitFor()
  await page.getByRole('button', { name: 'Write an answer' }).click()
  await page.getByRole('textbox', { name: 'Your answer' }).fill('Two hours in winter.')
  expect(await accessibilityIssues(page)).toEqual([])
  await page.getByRole('button', { name: 'Send answer' }).click()
  await page.getByText('Your answer was sent.').waitFor()
  expect(builder.complaints).toEqual([])
  await closePage(builder)

  const asker = await openPage('/notifications', student)
  await asker.page.getByRole('link', { name: 'A teacher answered your question about Bread.' }).click()
  await panel(asker.page).getByText('Two hours in winter.').waitFor()
  expect(asker.complaints).toEqual([])
  await closePage(asker)

  const other = await school.student()
  await school.enrol(other, course)
  const next = await openPage(at, other, { size: phoneViewport })
  await askHere(next.page, 'How long should dough be resting?')
  const sheet = next.page.getByRole('dialog', { name: 'Ask about the course' })
  await sheet.getByText('Answered by a teacher').waitFor()
  await sheet.getByText('Two hours in winter.').first().waitFor()
  expect(await horizontalOverflow(next.page)).toBe(0)
  expect(await accessibilityIssues(next.page)).toEqual([])
  await sheet.getByRole('link', { name: chunk }).click()
  await sheet.waitFor({ state: 'hidden' })
  await expect.poll(() => landed(next.page)).toMatch(chunk)
  expect(next.complaints).toEqual([])
})

test('works in French, when switched off, and when the daily limit is reached', async () => {
  const { school, student, teacher, course, at } = await aStory()
  await school.content({
    course_id: course.id,
    lesson_id: (await school.lesson({ course_id: course.id, position: 1 })).id,
    title: 'La pâte',
    body: '<p>On pétrit la pâte pendant dix minutes.</p>',
  })
  await indexCourseNow(school, course.id)
  const { page, complaints } = await openPage(at, student, { locale: 'fr-FR', size: phoneViewport })
  await page.getByRole('button', { name: 'Demander', exact: true }).click()
  await page
    .getByRole('textbox', { name: 'Votre question' })
    .fill('Combien de temps faut-il pétrir la pâte ?')
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Une question sur le cours' })
  await sheet.getByRole('link', { name: /On pétrit la pâte/ }).waitFor()

  const { assistant } = schoolApp.product.config
  const before = assistant.studentQuestions
  assistant.studentQuestions = 1
  try {
    await page.reload()
    await page.getByRole('button', { name: 'Demander', exact: true }).click()
    await sheet.getByText('Plus de questions aujourd’hui').waitFor()
    expect(await accessibilityIssues(page)).toEqual([])
  } finally {
    assistant.studentQuestions = before
  }
  await teacher.api(contract.updateCourseAssistant, { course_id: course.id, is_on: false })
  await page.reload()
  await page.getByRole('button', { name: 'Demander', exact: true }).click()
  await sheet.getByText('Les questions sont désactivées').waitFor()
  expect(complaints).toEqual([])
})

test('an admin disables the endpoint and lowers the limits', async () => {
  const { school } = await aStory()
  const admin = await school.admin()
  schoolApp.product.config.assistant.endpoint = {
    url: 'http://127.0.0.1:9/x',
    key: null,
    model: 'm',
    timeoutSeconds: 1,
  }
  const { page, complaints } = await openPage('/manage/settings', admin)
  await page.getByRole('link', { name: 'Course assistant' }).click()
  await page.getByRole('switch', { name: 'Use a language model to write answers' }).waitFor()
  expect(await accessibilityIssues(page)).toEqual([])
  await page.getByRole('switch', { name: 'Use a language model to write answers' }).click()
  await page.getByRole('textbox', { name: 'Questions per person per day' }).fill('12')
  await page.getByRole('button', { name: 'Save' }).click()
  const settings = () => admin.api(contract.getAssistantSettings, {})
  await expect.poll(settings).toMatchObject({ uses_endpoint: false, student_daily_questions: 12 })
  await page.setViewportSize(phoneViewport)
  expect(await horizontalOverflow(page)).toBe(0)
  await admin.api(contract.updateAssistantSettings, { uses_endpoint: true, student_daily_questions: null })
  expect(complaints).toEqual([])
})
