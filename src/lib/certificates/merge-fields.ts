/** Fields that a text of a certificate may contain in braces. */
export const mergeFields = [
  'student_name',
  'course_name',
  'school_name',
  'certification_text',
  'issue_date',
  'expiry_date',
  'number',
  'signer',
] as const

export type MergeField = (typeof mergeFields)[number]

const field = /\{([a-z_]{1,30})\}/g

const isField = (name: string): name is MergeField => (mergeFields as readonly string[]).includes(name)

/** The merge fields of a text. Other words in braces are text. */
export const fieldsOf = (text: string): MergeField[] => [
  ...new Set(Array.from(text.matchAll(field), ([, name]) => name!).filter(isField)),
]

/**
 * Replaces merge fields once: a value that contains a field is not replaced again, except that the certification text may
 * contain the others.
 */
export function fillFields(text: string, values: Readonly<Record<MergeField, string>>): string {
  const replace = (from: string, nested: boolean): string =>
    from.replace(field, (whole, name: string) => {
      if (!isField(name)) return whole
      if (name !== 'certification_text') return values[name]
      return nested ? whole : replace(values.certification_text, true)
    })
  return replace(text, false)
}
