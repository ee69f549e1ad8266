/** Problems of a question that its schema cannot express, with an English sentence for clients of the API. */
export const questionIssues = {
  text_missing: 'Write a text.',
  duplicate_id: 'Two parts have the same id.',
  unknown_part: 'This refers to a part that the question does not have.',
  answer_missing: 'Choose the right answer.',
  no_right_answer: 'Mark at least one answer as right.',
  too_many_right: 'More answers are right than a student may choose.',
  type_mismatch: 'The key must have the type of the question.',
  order_incomplete: 'The order must contain each item once.',
  gap_missing: 'The text must contain each gap once.',
  gap_unknown: 'The text contains a gap that does not exist.',
  range_empty: 'The maximum must be larger than the minimum.',
  step_invalid: 'The step must be larger than 0 and smaller than the range.',
  out_of_range: 'This value is not between the minimum and the maximum.',
  negative: 'This value must not be negative.',
  unit_missing: 'Choose one of the units of the question.',
  units_missing: 'Add at least one unit.',
  words_invalid: 'The maximum number of words must not be smaller than the minimum.',
  image_missing: 'Choose an image.',
  regions_missing: 'Add at least one region.',
  regions_unused: 'A question with free points has no regions.',
  duplicate_name: 'Two variables have the same name.',
  variable_unknown: 'The question uses a variable that has no range.',
  formula_invalid: 'This formula cannot be calculated.',
  json_invalid: 'Write a JSON value, such as 12, "text" or [1, 2].',
  mode_mismatch: 'This part of the key does not fit the question.',
} as const

export type QuestionIssueCode = keyof typeof questionIssues

/** A problem of a question. */
export interface QuestionIssue {
  /** Field of `{ body, key }`, such as `key.pairs.a1b2c3`. */
  path: string
  code: QuestionIssueCode
}

/** Reports a problem at a path below the part that is checked. */
export type Report = (path: string, code: QuestionIssueCode) => void

/** Whether HTML shows nothing: no words, images, recordings or formulas. */
export const isBlankHtml = (html: string) =>
  !/<(?:img|video|audio)\b|data-block=/.test(html) &&
  html
    .replace(/<[^<>]*>/g, '')
    .replaceAll('&nbsp;', '')
    .trim() === ''
