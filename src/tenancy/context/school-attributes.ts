/** Attributes of a span that belongs to a school; none is recorded where `school_id` is undefined. */
export const schoolAttributes = (school_id: string | undefined) => ({ 'lyceum.school_id': school_id })
