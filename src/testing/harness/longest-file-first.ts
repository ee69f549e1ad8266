import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The files that take longest in a run, in this order: if one of them began last, the other workers would wait for it.
 * `npm test` names the slowest files at its end.
 */
export const slowFiles = [
  'e2e/pages/pages.test.ts',
  'e2e/affiliates/affiliates.test.ts',
  'e2e/schools/school.test.ts',
  'e2e/pages/frame.test.ts',
  'e2e/schools/create-school.test.ts',
  'e2e/traces/traces.test.ts',
  'e2e/pages/components.test.ts',
  'e2e/pages/settings-and-flags.test.ts',
  'e2e/learning/learn.test.ts',
  'e2e/accounts/students.test.ts',
  'e2e/pages/lighthouse.test.ts',
  'e2e/pages/start.test.ts',
  'e2e/payments/buy-course.test.ts',
  'faults/payments.test.ts',
  'src/import-export/archives/archives.test.ts',
  'src/operations/backup/rehearsal.test.ts',
  'src/notes/exports/export-notes.test.ts',
  'src/embedded-postgres/embedded-postgres.test.ts',
  'faults/two-processes.test.ts',
  'src/testing/sweeps/all-routes.test.ts',
  'src/testing/sweeps/slow-rich-text.test.ts',
  'src/testing/rules/regular-expressions.test.ts',
  'src/import-export/import-export.test.ts',
  'src/tenancy/jobs/worker.test.ts',
  'src/testing/sweeps/request-cost.test.ts',
  'src/student-imports/importing/import-students.test.ts',
  'src/platform/database/migrate.test.ts',
  'src/platform/isolated/isolated.test.ts',
]

/**
 * Begins with the files that take longest, so that all workers end at about the same time. The projects share the
 * workers: browser tests come first, as Vitest sorts projects by name, and the short unit tests fill the end.
 */
export class LongestFileFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    return sorted.toSorted(
      (one, other) => one.project.name.localeCompare(other.project.name) || rank(one) - rank(other),
    )
  }
}

function rank({ moduleId }: TestSpecification) {
  const position = slowFiles.findIndex((file) => moduleId.endsWith(`/${file}`))
  return position < 0 ? slowFiles.length : position
}
