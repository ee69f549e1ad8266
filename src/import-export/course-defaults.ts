import type { Ctx } from '#tenancy/context/request-context.ts'

/** A teacher teaches what he or she makes; an admin says later who does. */
export const defaultTeacher = ({ actor }: Pick<Ctx, 'actor'>) => (actor.role === 'teacher' ? actor.id : null)

export const schoolTimeZone = ({ school }: Pick<Ctx, 'school'>) => school?.time_zone ?? 'UTC'
