import { send } from './processes/send.ts'
import type { FaultFixture } from './processes/fault-fixture.ts'

/** Visitors who read the school's public page repeatedly. */
export function startReaders(origin: string, { host, course_id }: FaultFixture) {
  let stopping = false
  let read = 0
  const failed: string[] = []
  const paths = ['/', `/?selected_course_id=${course_id}`]
  async function readOn(path: string) {
    while (!stopping) {
      try {
        const { status } = await send(origin, { host, path })
        if (status === 200) read++
        else failed.push(`${status} to a page`)
      } catch (error) {
        failed.push(`${(error as NodeJS.ErrnoException).code} to a page`)
      }
      // Without a pause they would leave no CPU time for the writers.
      await new Promise((resume) => setTimeout(resume, 10))
    }
  }
  const readers = paths.map((path) => readOn(path))
  return {
    async stop() {
      stopping = true
      await Promise.all(readers)
      return { read, failed }
    },
  }
}
