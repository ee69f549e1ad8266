/** Text of one style. */
export interface TextRun {
  text: string
  bold?: true
  italic?: true
  code?: true
  struck?: true
  href?: string
}
