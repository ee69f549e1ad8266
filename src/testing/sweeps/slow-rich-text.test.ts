import { beforeAll, expect, test } from 'vitest'
import { saveLegalDraft } from '#consent/contract.ts'
import { updateContent, updateCourse } from '#courses/contract.ts'
import { createNote } from '#notes/contract.ts'
import { updateSchool } from '#schools/contract.ts'
import { createTestCourse } from '../builders/learning-builder.ts'
import { withRequestCostGuard } from '../builders/request-cost.ts'
import { createTestSchool } from '../builders/school-builder.ts'
import { slowHtml } from './slow-html.ts'

/** Stores a rich text of the maximum length of its route. */
let routes: Record<string, (html: (length: number) => string) => Promise<unknown>>

beforeAll(async () => {
  const school = await createTestSchool()
  const story = await createTestCourse(school, { contents: [{}] })
  const { id } = story.course
  const content_id = story.content.id
  const admin = withRequestCostGuard(await school.admin())
  const student = withRequestCostGuard(story.student)
  routes = {
    'a lesson': (html) => admin.api(updateContent, { id: content_id, body: html(200_000) }),
    'a description': (html) => admin.api(updateCourse, { id, course_description: html(50_000) }),
    'a legal document': (html) =>
      admin.api(saveLegalDraft, { kind: 'terms', body: html(200_000), url: null }),
    'a school': (html) => admin.api(updateSchool, { id: school.school_id, about: html(5_000) }),
    'a note': (html) =>
      student.api(createNote, { course_id: id, content_id, note: `<p>x</p>${html(19_000)}` }),
  }
})

/** A slow text is slow each time; a busy machine may delay a single run. */
const secondTry = (run: () => Promise<unknown>) => run().catch(run)

test.each(Object.keys(slowHtml(0)))('%s do not hold up other requests', async (kind) => {
  for (const [name, store] of Object.entries(routes))
    await expect(
      secondTry(() => store((length) => slowHtml(length)[kind]!)),
      name,
    ).resolves.toBeDefined()
})
