import { originOf, type Config } from '#platform/config.ts'
import type { Role } from '#platform/context.ts'
import { emailIn } from './people-rows.ts'
import { demoSchools } from './schools.ts'

/** Everybody in the demo schools has this one. */
export const demoPassword = 'lyceum-demo'

export interface DemoLogin {
  school: string
  school_url: string
  /** Where to log in. */
  url: string
  role: Role
  name: string
  email: string
  password: string
}

/** One person of each role and school, for people to try and for tests and pictures. */
export function demoLogins(
  config: Pick<Config, 'publicProtocol' | 'publicPort' | 'rootDomain'>,
): DemoLogin[] {
  return demoSchools.flatMap((school) => {
    const { name, school_url } = school
    const url = `${originOf(config, `${school_url}.${config.rootDomain}`)}/login`
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
      email: emailIn(school, person),
      password: demoPassword,
    }))
  })
}
