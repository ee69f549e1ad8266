import type { ScreenTranslate } from '#ui/i18n/use-translation.ts'
import type { PublishIssue } from '../../contract.ts'

/** Text of a problem at its place: a section, an item, or the whole assessment. */
export const issueText = (t: ScreenTranslate<'assessment-editor'>, issue: PublishIssue) =>
  t(`issues.${issue.code}`)

/** The problems of one item. */
export const issuesOf = (issues: readonly PublishIssue[], section: number, item: number) =>
  issues.filter((issue) => issue.section === section && issue.item === item)
