import { allow, refuse, type Verdict } from '#platform/contract/refusal.ts'
import { isAdmin, type Actor } from '#tenancy/access/actor.ts'

/** Admins contact every student, teachers those whom they teach. */
export const mayContactStudent = (actor: Pick<Actor, 'role'>, teachesStudent: boolean): Verdict =>
  isAdmin(actor) || teachesStudent ? allow : refuse('not_your_student')

/** Only the author changes the words of a note. */
export const mayEditNote = (actor: Pick<Actor, 'id'>, author_id: string): Verdict =>
  actor.id === author_id ? allow : refuse('not_your_note')

/** Admins may delete every note. */
export const mayDeleteNote = (actor: Pick<Actor, 'id' | 'role'>, author_id: string): Verdict =>
  isAdmin(actor) ? allow : mayEditNote(actor, author_id)
