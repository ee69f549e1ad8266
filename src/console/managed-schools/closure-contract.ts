import { Type } from 'typebox'
import { Done, Id, Instant, Listing, Nullable, Paging, route } from '#platform/contract/route.ts'
import { base, Reason } from '../shapes.ts'

const ClosingSchool = Type.Object({
  school_id: Id,
  school_url: Type.String(),
  name: Type.String(),
  reason: Type.String(),
  begun_at: Instant,
  erase_at: Instant,
  /** From then on there is no way back. */
  erasing_at: Nullable(Instant),
})

export const listClosings = route({
  name: 'consoleListClosings',
  method: 'GET',
  path: `${base}/closings`,
  scope: 'platform',
  can: 'privileged',
  summary: 'Schools that are closing, those first that go first',
  query: Type.Object(Paging),
  reply: [200, Listing(ClosingSchool)],
})

export const undoClosing = route({
  name: 'consoleUndoClosing',
  method: 'POST',
  path: `${base}/schools/:school_id/closing/undo`,
  scope: 'platform',
  can: 'privileged',
  support: 'never',
  summary: 'Takes the closing of a school back within its grace; in its log and the platform’s',
  transaction: 'own',
  params: Type.Object({ school_id: Id }),
  body: Type.Object({ reason: Reason }),
  reply: [200, Done],
  refusals: ['closing_not_planned'],
})
