import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import * as contract from '#courses/contract.ts'
import { webClientHeaders } from '#testing/harness/web-client.ts'
import { accessibilityIssues, horizontalOverflow } from '../harness/axe.ts'
import { phoneViewport } from '../harness/browser.ts'
import { openPage, schoolApp, setUpSchoolApp } from '../harness/open-page.ts'

setUpSchoolApp()

/** A teacher with a course of two lessons: three texts in the first, none in the second. */
async function aBuilder(given: object = {}) {
  const teacher = await schoolApp.school.teacher({ name: 'Ada Obi' })
  const course = await teacher.api(contract.createCourse, {
    course_name: 'Baking bread',
    course_isPublic: true,
    ...given,
  })
  const add = (title: string) => teacher.api(contract.createLesson, { course_id: course.id, title })
  const [flour, oven] = [await add('Flour'), await add('Oven')]
  for (const title of ['Rye', 'Spelt', 'Wheat'])
    await teacher.api(contract.createContent, {
      lesson_id: flour.id,
      type: 'text',
      title,
      is_published: true,
    })
  const outline = async () => {
    const { lessons } = await teacher.api(contract.getCourseContents, { id: course.id })
    return lessons.map((lesson) =>
      [lesson.title, ...lesson.contents.map((content) => content.title)].join(' '),
    )
  }
  return { teacher, course, flour, oven, outline, path: `/manage/courses/${course.id}` }
}

const openTopic = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^Text ${name}`) }).click()
const isSaved = (page: Page) => page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
const choose = async (page: Page, name: string, ...items: string[]) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  for (const item of items) await page.getByRole('menuitem', { name: item, exact: true }).click()
}
const aFile = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer })

describe('creating a course', () => {
  test('from its name to a published text, with everything saved automatically', async () => {
    const teacher = await schoolApp.school.teacher()
    const { page, complaints } = await openPage('/manage/courses', teacher)
    await page.getByRole('link', { name: 'Create your first course' }).click()
    await page.getByRole('button', { name: 'Create course' }).click()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
      .toBe('course_name')
    await page.getByLabel('Name').fill('Sourdough')
    await page.getByLabel('Price').fill('1500.50')
    await page.getByRole('button', { name: 'Create course' }).dblclick()
    await page.getByText('Add your first section').waitFor()
    await page.getByLabel('New section').fill('Starter')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Add lesson to Starter' }).click()
    await page.getByRole('menuitem', { name: 'Text' }).click()
    await page.getByLabel('Title').fill('Feeding it')
    await page.getByRole('textbox', { name: 'Text' }).click()
    await page.keyboard.type('Flour and water.')
    await page.getByText('Not saved yet').waitFor()
    await isSaved(page)
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const made = async () => {
      const { data } = await teacher.api(contract.listCourses, {})
      return data.map(({ course_name, price, contents_count }) => ({ course_name, price, contents_count }))
    }
    await expect.poll(made).toEqual([{ course_name: 'Sourdough', price: 150_050, contents_count: 1 }])
    expect(complaints).toEqual([])
  })

  test('a table, an embed, a file, and a concurrent edit, each in its own editor', async () => {
    const { teacher, course, flour, path } = await aBuilder()
    const add = (given: { type: 'text' | 'embed' | 'file'; title: string; body?: string }) =>
      teacher.api(contract.createContent, { lesson_id: flour.id, ...given })
    const body =
      '<table><thead><tr><th>Grain</th></tr></thead><tbody><tr><td>Rye<sup>1</sup></td></tr></tbody></table>'
    const { id } = await add({ type: 'text', title: 'Table', body })
    await add({ type: 'embed', title: 'Watch' })
    const recipe = await add({ type: 'file', title: 'Recipe' })
    const topic = async (one: string) =>
      (await teacher.api(contract.getCourseContents, { id: course.id, topic: one })).topic
    const { page, context } = await openPage(`${path}?topic=${id}`, teacher)
    await page.getByRole('cell', { name: 'Rye' }).click()
    await page.keyboard.press('Home')
    await page.keyboard.type('Old ')
    await expect
      .poll(async () => (await topic(id))?.body)
      .toContain('<tr><th><p>Grain</p></th></tr><tr><td><p>Old Rye<sup>1</sup></p></td></tr>')

    await page.getByRole('button', { name: /^Embed Watch/ }).click()
    const address = page.getByLabel('Page address (URL)')
    await address.waitFor()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('This lesson is empty.').waitFor()
    await address.fill('https://evil.test/watch')
    await page.getByText('Pages from this site cannot be embedded. Use a supported site.').waitFor()
    await address.fill('https://youtu.be/dQw4w9WgXcQ')
    await page.locator('iframe[src^="https://www.youtube-nocookie.com/embed/"]').waitFor()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Published for all students.').waitFor()
    // The button disappears, and the focus moves on.
    await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Publishing')
    await expect.poll(() => page.getByText('This lesson is empty.').count()).toBe(0)

    // An upload shows progress, can be cancelled, and continues while another content is open.
    await page.getByRole('button', { name: /^File Recipe/ }).click()
    const line = await context.newCDPSession(page)
    const speed = (uploadThroughput: number) =>
      line.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      })
    const file = aFile('recipe.txt', 'text/plain', Buffer.from('Flour, water, salt.\n'.repeat(20_000)))
    await page.getByText('Maximum size: 500 MB.').waitFor()
    await speed(60_000)
    await page.getByRole('region', { name: 'Lesson' }).locator('input[type=file]').setInputFiles(file)
    await page.getByRole('progressbar').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Upload cancelled.').waitFor()
    await page.getByRole('region', { name: 'Lesson' }).locator('input[type=file]').setInputFiles(file)
    await page.getByRole('progressbar').waitFor()
    await openTopic(page, 'Rye')
    await speed(-1)
    await line.detach()
    await expect
      .poll(async () => (await topic(recipe.id))?.media)
      .toMatchObject({ file_name: 'recipe.txt', size: 400_000 })

    // The second of two editors sees who saved what, and chooses.
    const admin = await schoolApp.school.admin({ name: 'Chidi Eze' })
    const title = page.getByLabel('Title')
    await expect.poll(() => title.inputValue()).toBe('Rye')
    const rye = new URL(page.url()).searchParams.get('topic')!
    const stored = () => topic(rye)
    await admin.api(contract.updateContent, { id: rye, title: 'Rye by Chidi' })
    await title.fill('Rye by Ada')
    const note = page.getByRole('alert')
    await note.getByText('Chidi Eze also saved changes here').waitFor()
    expect(await accessibilityIssues(page)).toEqual([])
    expect((await stored())?.title).toBe('Rye by Chidi')
    await note.getByRole('button', { name: 'Use their version' }).click()
    await expect.poll(() => title.inputValue()).toBe('Rye by Chidi')
    await page.getByRole('button', { name: /^Text Rye by Chidi/ }).waitFor()

    await admin.api(contract.updateContent, { id: rye, body: '<p>Grind it coarsely.</p>' })
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Grind it finely.')
    await note.locator('del', { hasText: 'coarsely' }).waitFor()
    await note.locator('ins', { hasText: 'finely' }).waitFor()
    expect((await stored())?.body).toBe('<p>Grind it coarsely.</p>')
    await note.getByRole('button', { name: 'Keep my version' }).click()
    await expect
      .poll(stored)
      .toMatchObject({ title: 'Rye by Chidi', body: '<p>Grind it finely.</p>', has_changes: true })
  })
})

describe('a course in the builder', () => {
  const grip = (page: Page, name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true })
  const press = async (page: Page, ...keys: string[]) => {
    for (const key of keys) {
      await page.keyboard.press(key)
      // The list measures itself again after each step.
      await page.waitForTimeout(250)
    }
  }
  const middle = async (locator: Locator) => {
    const { x, y, width, height } = (await locator.boundingBox())!
    return [x + width / 2, y + height / 2] as const
  }

  test('is reordered by keyboard, drag and menus, configured, deleted and restored', async () => {
    const { teacher, course, path, outline } = await aBuilder({ course_name: 'To and fro' })
    const { page } = await openPage(path, teacher)
    await grip(page, 'Rye').focus()
    await press(page, 'Space', 'ArrowDown', 'ArrowDown', 'Space')
    await expect.poll(outline).toEqual(['Flour Spelt Wheat Rye', 'Oven'])
    await grip(page, 'section Oven').focus()
    await press(page, 'Space', 'ArrowUp', 'Space')
    await expect.poll(outline).toEqual(['Oven', 'Flour Spelt Wheat Rye'])
    await grip(page, 'Rye').focus()
    await press(page, 'Space', 'ArrowUp', 'Escape')
    expect(await outline()).toEqual(['Oven', 'Flour Spelt Wheat Rye'])

    const carry = async (name: string, to: Locator) => {
      await page.mouse.move(...(await middle(grip(page, name))))
      await page.mouse.down()
      await page.mouse.move(...(await middle(to)), { steps: 20 })
      await page.waitForTimeout(300)
      await page.mouse.up()
    }
    await carry('Rye', grip(page, 'Spelt'))
    await expect.poll(outline).toEqual(['Oven', 'Flour Rye Spelt Wheat'])
    await carry('Spelt', page.getByText('This section is empty.'))
    await expect.poll(outline).toEqual(['Oven Spelt', 'Flour Rye Wheat'])

    await choose(page, 'Wheat', 'Move up')
    await expect.poll(outline).toEqual(['Oven Spelt', 'Flour Wheat Rye'])
    await choose(page, 'Wheat', 'Move to section', 'Oven')
    await expect.poll(outline).toEqual(['Oven Spelt Wheat', 'Flour Rye'])
    await choose(page, 'section Oven', 'Move down')
    await expect.poll(outline).toEqual(['Flour Rye', 'Oven Spelt Wheat'])

    await choose(page, 'Spelt', 'Delete')
    await page.getByText('Spelt was deleted.').waitFor()
    expect(await grip(page, 'Spelt').count()).toBe(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await grip(page, 'Spelt').waitFor()
    await choose(page, 'Wheat', 'Delete')
    await page.getByText('Wheat was deleted.').waitFor()
    expect(await outline()).toEqual(['Flour Rye', 'Oven Spelt Wheat'])
    // Leaving the page runs the pending deletion.
    await page.goto(schoolApp.at('/manage/courses'))
    await expect.poll(outline).toEqual(['Flour Rye', 'Oven Spelt'])

    // Settings save automatically, an invalid field blocks no other, and a deleted course is restored.
    await page.getByRole('link', { name: 'To and fro' }).click()
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    const stored = async () => {
      const details = await teacher.api(contract.getCourseDetails, { id: course.id })
      return [details.course_department, details.course_calendly_link, ...details.tiering_prices]
    }
    const advertised = async () =>
      (await teacher.api(contract.getCourseDetails, { id: course.id })).course_ads_video
    await page.getByLabel('Department').fill('Kitchen')
    await page.getByLabel('Calendly link').fill('https://evil.test/ada')
    await page.getByText('Enter a link that starts with https://calendly.com/.').waitFor()
    await expect.poll(stored).toEqual(['Kitchen', ''])
    await page.locator('label', { hasText: 'Offer tiers' }).click()
    await page.getByRole('button', { name: 'Add tier' }).click()
    await page.getByLabel('Price of tier 2', { exact: true }).fill('30')
    await page.getByLabel('Calendly link').fill('https://calendly.com/ada/intro')
    await expect.poll(stored).toEqual(['Kitchen', 'https://calendly.com/ada/intro', 0, 3_000])
    // The trailer has its own route, whose save must not look like another person's.
    await page.getByLabel('Link to a promotional video').fill('https://youtu.be/dQw4w9WgXcQ')
    await expect.poll(advertised).toContain('dQw4w9WgXcQ')
    await page.getByLabel('Department').fill('Bakery')
    await expect.poll(async () => (await stored())[0]).toBe('Bakery')
    await isSaved(page)

    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete course' }).click()
    await page.getByText('To and fro was deleted.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('link', { name: 'To and fro' }).waitFor()
    expect(await page.getByRole('row').filter({ hasText: 'To and fro' }).count()).toBe(1)
  })

  test('another teacher’s course names its teacher', async () => {
    const { path } = await aBuilder()
    const { page } = await openPage(path, await schoolApp.school.teacher())
    await page.getByText('You cannot edit this course').waitFor()
    expect(await page.getByLabel('New section').count()).toBe(0)
  })
})

describe('a course’s page', () => {
  const landing = (id: string) => `/?selected_course_id=${id}`

  /** The page as rendered by the server, before any script. */
  async function written(path: string) {
    const { host } = new URL(schoolApp.origin)
    const answer = await schoolApp.product.app.http.inject({ url: path, headers: { host } })
    return { status: answer.statusCode, html: answer.body }
  }

  test('has metadata for people and machines, cannot be broken by its name, and links to registration', async () => {
    const { course } = await aBuilder({
      course_name: 'Bread </script><script>alert(1)</script>',
      short_description: 'A loaf',
    })
    const { html } = await written(landing(course.id))
    for (const text of ['>Rye<', '<title>Bread &lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;'])
      expect(html).toContain(text)
    const { page, complaints } = await openPage(landing(course.id), null)
    expect(await page.title()).toBe('Bread </script><script>alert(1)</script> · Harbour Academy')
    const meta = (name: string) => page.locator(`meta[property="og:${name}"]`).getAttribute('content')
    expect([await meta('description'), await meta('url')]).toEqual([
      'A loaf',
      schoolApp.at(landing(course.id)),
    ])
    const machine = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent())!)
    expect(machine).toMatchObject({ '@type': 'Course', name: 'Bread </script><script>alert(1)</script>' })
    expect(await page.getByText('Rye', { exact: true }).count()).toBe(1)
    expect(complaints).toEqual([])
    await page.getByRole('link', { name: 'Join this course' }).click()
    await page.waitForURL(/\/register\?/)
    expect(new URL(page.url()).searchParams.get('redirect')).toBe(`${landing(course.id)}#join`)
  })

  test('lets a student request, wait, and open the course', async () => {
    const { course } = await aBuilder()
    const student = await schoolApp.school.student()
    const { page, complaints } = await openPage('/health/live', null)
    await page.evaluate((token) => {
      localStorage.setItem('user_token', token)
      localStorage.setItem('user_type', 'student')
    }, student.token)
    await page.goto(schoolApp.at(landing(course.id)))
    await page.getByRole('button', { name: 'Ask to join' }).click()
    await page.locator('[data-join-when="pending"]:focus').waitFor()
    await page.reload()
    await page.locator('[data-join-when="pending"]').waitFor()
    await schoolApp.school.transact(({ tx, school_id }) =>
      tx.updateTable('enrolments').set({ status: 'approved' }).where('school_id', '=', school_id).execute(),
    )
    const steps = page.getByRole('heading', { name: 'How to join' })
    expect(await steps.isVisible()).toBe(true)
    await page.reload()
    expect(await page.getByRole('link', { name: 'Go to course' }).getAttribute('href')).toBe(
      `/learn/${course.id}`,
    )
    expect(await steps.isVisible()).toBe(false)
    expect(complaints).toEqual([])
    // A session that ended is ended on public pages too.
    const { hostname: host } = new URL(schoolApp.origin)
    const ended = { 'x-access-token': student.token, host, ...webClientHeaders }
    await schoolApp.product.app.http.inject({
      method: 'POST',
      url: '/api/schools/auth/api/v1/logout',
      headers: ended,
      payload: {},
    })
    await page.reload()
    await page.getByRole('link', { name: 'Join this course' }).waitFor()
    await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0)
  })

  test('does not exist for a private course', async () => {
    const { course } = await aBuilder({ course_isPublic: false })
    for (const id of [course.id, '%3Cscript%3E']) {
      const { status, html } = await written(landing(id))
      expect(status).toBe(404)
      expect(html).toContain('Page not found')
    }
  })
})

test('in French, every page fits a phone', async () => {
  const { teacher, course, flour, path } = await aBuilder({ short_description: 'A loaf' })
  const { id } = await teacher.api(contract.createContent, {
    lesson_id: flour.id,
    type: 'video',
    title: 'Film',
  })
  const french = { size: phoneViewport, locale: 'fr-FR' }
  const { page, complaints } = await openPage(`${path}?topic=${id}`, teacher, french)
  const expectFit = async (ready: Locator) => {
    await ready.first().waitFor()
    expect(await horizontalOverflow(page), page.url()).toBe(0)
  }
  await expectFit(page.getByRole('textbox', { name: /^Titre/ }))
  // The sitemap lists no page of the editor.
  expect(await accessibilityIssues(page)).toEqual([])
  // On a phone an open content fills the screen, and Back focuses its row.
  await page.getByRole('button', { name: 'Retour au plan' }).click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(`content-${id}`)
  await page.locator(`a[href="${path}/settings"]`).click()
  await expectFit(page.getByRole('textbox', { name: /^Nom/ }))
  await page.locator('a[href="/manage/courses"]:visible').first().click()
  await expectFit(page.locator('a[href="/manage/courses/new"]'))
  await page.locator('a[href="/manage/courses/new"]').first().click()
  await expectFit(page.getByRole('textbox', { name: /^Nom/ }))
  await page.goto(schoolApp.at(`/?selected_course_id=${course.id}`))
  await expectFit(page.getByText('A loaf'))
  expect(complaints).toEqual([])
})
