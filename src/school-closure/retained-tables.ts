/** Tables that keep rows with `school_id` of an erased school, each with the reason. */
export const retainedTables: Readonly<Record<string, string>> = {
  certificate_addresses: 'Certificates can be verified after their school was erased; no name.',
  retained_certificates:
    'What was public of the certificates, so that they can still be verified; only names that students showed.',
  school_closings:
    'The address is nobody’s for a year, so that old links and mails do not lead to a stranger; no name, no reason.',
}
