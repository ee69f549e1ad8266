import { defineEvent } from '#tenancy/context/domain-events.ts'

/** A department was renamed, or moved to another faculty. */
export const departmentUpdated = defineEvent<{ department_id: string; name: string; faculty_id: string }>(
  'department_updated',
)
