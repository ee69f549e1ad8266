import type { Ctx } from '#tenancy/context/request-context.ts'

/** A teacher teaches the courses that he or she creates; an admin assigns a teacher later. */
export const defaultTeacher = ({ actor }: Pick<Ctx, 'actor'>) => (actor.role === 'teacher' ? actor.id : null)

export const schoolTimeZone = ({ school }: Pick<Ctx, 'school'>) => school?.time_zone ?? 'UTC'
