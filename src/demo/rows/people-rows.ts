import type { InsertObject } from 'kysely'
import type { DB } from '#platform/database/database-types.ts'
import type { Role } from '#tenancy/access/actor.ts'
import { demoId } from '../ids.ts'
import type { DemoPeople, DemoPerson } from '../types.ts'

export const demoEmail = (school: Pick<DemoPeople, 'school_url'>, person: DemoPerson) =>
  `${person.login}@${school.school_url}.test`
export const personId = (school: Pick<DemoPeople, 'school_url'>, login: string) =>
  demoId(school.school_url, 'person', login)
export const accountId = (school: Pick<DemoPeople, 'school_url'>) => demoId(school.school_url, 'account')

export function demoUsers(school: DemoPeople): { person: DemoPerson; role: Role }[] {
  const as = (role: Role) => (person: DemoPerson) => ({ person, role })
  return [
    as('account_user')(school.owner),
    ...school.admins.map(as('admin')),
    ...school.teachers.map(as('teacher')),
    ...school.students.map(as('student')),
  ]
}

interface Facts {
  school_id: string
  password_hash: string
  pictures: ReadonlyMap<string, string>
  created_at: (login: string, role: Role) => Date
  last_seen_at: (login: string, role: Role) => Date | null
}

/** Rows of all people of a school. The password of an owner is stored in the account. */
export function peopleRows(school: DemoPeople, facts: Facts): InsertObject<DB, 'users'>[] {
  return demoUsers(school).map(({ person, role }) => {
    const isOwner = role === 'account_user'
    const created_at = facts.created_at(person.login, role)
    return {
      school_id: facts.school_id,
      id: personId(school, person.login),
      role,
      status: person.status ?? 'active',
      account_id: isOwner ? accountId(school) : null,
      email: demoEmail(school, person),
      user_code: person.user_code ?? null,
      name: person.name,
      country: person.country,
      bio: person.bio ?? '',
      avatar_upload_id: (person.image && facts.pictures.get(person.image)) || null,
      language: school.language,
      time_zone: school.time_zone,
      password_hash: isOwner ? null : facts.password_hash,
      last_seen_at: facts.last_seen_at(person.login, role),
      created_at,
      updated_at: created_at,
    }
  })
}
