import { afterAll, afterEach, beforeAll } from 'vitest'
import type { Person } from '#testing/stories.ts'
import { openBrowser, type Visit } from './browser.ts'
import { startSchool, storedBy, type SchoolPages } from './school-pages.ts'
import { keepSession } from './session.ts'

/** The product and a school of its own for each file, from the first test that calls `visitSchool` to its last. */
export let pages: SchoolPages

let open: Visit[] = []

/** Has the product and a new school ready for the tests of a file, and closes after each test what `browse` opened in it. */
export function visitSchool(env?: () => Promise<NodeJS.ProcessEnv>) {
  beforeAll(async () => {
    pages = await startSchool(await env?.())
  })
  afterEach(async () => {
    for (const { context } of open) await context.close()
    open = []
  })
  afterAll(() => pages.close())
}

/** Opens a path of the school, or a whole address, in a fresh browser profile in which a person is logged in. */
export async function browse(
  place: string,
  person: Person | null,
  options: Parameters<typeof openBrowser>[0] = {},
) {
  const visit = await openBrowser(options)
  open.push(visit)
  if (person) await keepSession(visit.context, storedBy(person))
  await visit.page.goto(new URL(place, pages.origin).href)
  return visit
}
