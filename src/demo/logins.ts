import { originFor, type Config } from '#platform/config/config.ts'
import { demoSupportEmails } from '#accounts/config.ts'
import type { Role } from '#tenancy/access/actor.ts'
import { demoEmail } from './rows/people-rows.ts'
import { demoSchools } from './schools.ts'

/** Password of everybody in the demo schools. */
export const demoPassword = 'lyceum-demo'

export interface DemoLogin {
  school: string
  school_url: string
  /** Login page. */
  url: string
  role: Role
  name: string
  email: string
  password: string
}

/** One person per role and school, for trying out, tests and screenshots. */
export function demoLogins(
  config: Pick<Config, 'publicProtocol' | 'publicPort' | 'rootDomain'>,
): DemoLogin[] {
  return demoSchools.flatMap((school) => {
    const { name, school_url } = school
    const url = `${originFor(config, `${school_url}.${config.rootDomain}`)}/login`
    const people = [
      ['account_user', school.owner],
      ['admin', school.admins[0]!],
      ['teacher', school.teachers[0]!],
      ['student', school.students[0]!],
    ] as const
    return people.map(([role, person]) => ({
      school: name,
      school_url,
      url,
      role,
      name: person.name,
      email: demoEmail(school, person),
      password: demoPassword,
    }))
  })
}

export interface DemoSupportLogin {
  role: 'privileged' | 'support'
  name: string
  email: string
}

/**
 * Support accounts of the platform, which log in at the root host. Only with the default configuration: a
 * configured address must not get a public password.
 */
export function demoSupportLogins(
  config: Pick<Config, 'supportEmails' | 'privilegedEmail' | 'production'>,
): DemoSupportLogin[] {
  if (config.production) return []
  const names = ['Amara Support', 'Olu Operations']
  return demoSupportEmails.flatMap((email, index) => {
    if (!config.supportEmails.includes(email)) return []
    const role = email === config.privilegedEmail ? ('privileged' as const) : ('support' as const)
    return { role, email, name: names[index]! }
  })
}
