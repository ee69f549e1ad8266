import { mayEditCourse, type TaughtCourse } from '#courses/index.ts'
import { isAdmin, isStaff, type Actor } from '#tenancy/access/actor.ts'
import { allow, refuse, type Verdict } from '#platform/contract/refusal.ts'

export const maxBanks = 2_000
export const maxQuestions = 5_000

type Who = Pick<Actor, 'id' | 'role'>

interface Bank {
  created_by: string | null
  /** Null: a bank of the whole school. */
  course: TaughtCourse | null
}

/** Every member of the staff uses and edits the questions of a school’s bank; those of a course, its teacher. */
export function mayUseBank(actor: Who, { course }: Pick<Bank, 'course'>): Verdict {
  if (!isStaff(actor)) return refuse('forbidden')
  return course === null ? allow : mayEditCourse(actor, course)
}

/** Renaming, moving and deleting: admins, who created the bank, and the teacher of its course. */
export function mayManageBank(actor: Who, bank: Bank): Verdict {
  const use = mayUseBank(actor, bank)
  if (!use.allowed || isAdmin(actor) || bank.course !== null) return use
  return bank.created_by === actor.id ? allow : refuse('not_your_question_bank')
}

export const mayAddBank = (existing: number): Verdict =>
  existing < maxBanks ? allow : refuse('too_many_question_banks')

export const mayAddQuestions = (existing: number, added = 1): Verdict =>
  existing + added <= maxQuestions ? allow : refuse('question_bank_full')
