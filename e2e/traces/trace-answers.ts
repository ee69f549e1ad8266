import { exportGrades } from '#gradebook/contract.ts'
import { createNote, exportNotes } from '#notes/contract.ts'
import { exportInvalidLines } from '#student-imports/contract.ts'
import type { TraceFinder } from './trace-finder.ts'
import type { TraceFixture } from './trace-fixture.ts'

/** Looks at a file that is part of an answer, and at the rest of the answer. */
async function lookAtAnswerFile(
  look: TraceFinder,
  name: string,
  { content, ...rest }: { content: string; file_name: string },
) {
  await look.at(name, Buffer.from(content, 'base64'))
  await look.at(`${name}, said`, JSON.stringify(rest))
}

/** Looks at the files of notes, of grades, and of invalid lines of an import. */
export async function lookAtAnswerFiles(
  look: TraceFinder,
  { people: { admin, student }, course, content }: TraceFixture,
  { job_id }: { job_id: string },
) {
  await student.api(createNote, { course_id: course.id, content_id: content.id, note: '<p>Mine</p>' })
  for (const format of ['pdf', 'markdown'] as const)
    await lookAtAnswerFile(look, `notes as ${format}`, await student.api(exportNotes, { format }))
  for (const format of ['csv', 'xlsx'] as const) {
    await lookAtAnswerFile(
      look,
      `invalid lines as ${format}`,
      await admin.api(exportInvalidLines, { job_id, format }),
    )
    const grades = await admin.api(exportGrades, { course_id: course.id, format })
    await lookAtAnswerFile(look, `grades as ${format}`, grades)
  }
}
