/** Stands for the whole school in the key of an accommodation. */
export const allCourses = '00000000-0000-0000-0000-000000000000'
