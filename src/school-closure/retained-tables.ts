/** Tables that know a school by `school_id` after it was erased, each with the reason. Money rows of later domains join. */
export const retainedTables: Readonly<Record<string, string>> = {
  school_closings:
    'The address is nobody’s for a year, so that old links and mails do not lead to a stranger; no name, no reason.',
}
