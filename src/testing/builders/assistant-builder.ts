import { indexCourseJobDefinition } from '#content-chunks/jobs.ts'
import { runJob } from './queue.ts'
import { createTestSchool, getTestApp, type TestUser, type TestSchool } from './school-builder.ts'
import { createTestCourse } from './learning-builder.ts'
import * as contract from '#assistant/contract.ts'

export const doughText = `<h2>Resting</h2><p>${'Flour is weighed first. '.repeat(30)}</p>
<p>The dough rests for ninety minutes under a damp cloth. Cold dough needs twice as long.</p>`

/** Runs the indexing job, as after a publication. */
export const indexCourseNow = (school: TestSchool, course_id: string) =>
  runJob(school, indexCourseJobDefinition, { course_id })

type Given = Parameters<typeof createTestCourse>[1]

/** A course about bread for questions, with its teacher and a student. */
export async function createBakeryCourse(given: Given = {}, school?: TestSchool) {
  const house = school ?? (await createTestSchool())
  const contents = given.contents ?? [
    { title: 'Dough', body: doughText },
    { title: 'Sourdough starter', body: '<p>Feed the starter with rye flour every day at noon.</p>' },
    { title: 'Baking', body: '<p>The oven is hot.</p>', completion_rule: 'marked' },
  ]
  const fixture = await createTestCourse(house, {
    course: { course_name: 'Bread', ...given.course },
    contents,
  })
  await indexCourseNow(house, fixture.course.id)
  return { ...fixture, school: house }
}

export const askQuestionAs = (person: TestUser, course_id: string, question: string) =>
  person.api(contract.askQuestion, { course_id, question })

/** Configures an endpoint until `resetEndpoint`; tests share one product. */
export async function useEndpoint(url: string, given: { timeoutSeconds?: number; key?: string } = {}) {
  const { config } = (await getTestApp()).services
  config.assistant.endpoint = { url, key: 'a key', model: 'small', timeoutSeconds: 20, ...given }
}

export async function resetEndpoint() {
  const { config } = (await getTestApp()).services
  config.assistant.endpoint = null
}
