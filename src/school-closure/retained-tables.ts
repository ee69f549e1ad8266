/** Tables that keep rows with `school_id` of an erased school, each with the reason. */
export const retainedTables: Readonly<Record<string, string>> = {
  school_closings:
    'The address is nobody’s for a year, so that old links and mails do not lead to a stranger; no name, no reason.',
}
