import type { PersonalData } from '#platform/personal-data.ts'
import { forgetVisitor } from './forget-visitor.ts'

export const personalData: PersonalData = {
  rows: [{ table: 'visits', by: ['user_id'], erasure: { verb: (ctx, { id }) => forgetVisitor(ctx, id) } }],
  mentions: {},
}
