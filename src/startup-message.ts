import { originFor, type Config } from '#platform/config/config.ts'

const roleNames = { account_user: 'owner', admin: 'admin', teacher: 'teacher', student: 'student' }

/** Prints addresses and logins for the person who started the product, beside the structured log. */
export async function printStartupMessage(config: Config) {
  const home = originFor(config, config.rootDomain)
  const lines = ['', `Lyceum is ready: ${home}`, `  API    ${home}/api/docs`]
  if (!config.production && !config.smtpUrl) lines.push(`  Mail   ${home}/dev/mail`)
  if (config.payments.runsSandbox) lines.push('  Payments use the sandbox: no real money')
  if (config.demo) lines.push(...(await demoLines(config)))
  process.stdout.write(`${lines.join('\n')}\n\n`)
}

async function demoLines(config: Config) {
  const { demoLogins, demoPassword, demoSupportLogins } = await import('#demo/logins.ts')
  const lines = ['', `Demo schools (password of every account: ${demoPassword})`]
  let last = ''
  for (const { school, school_url, role, email } of demoLogins(config)) {
    if (school !== last) lines.push(`  ${school}: ${originFor(config, `${school_url}.${config.rootDomain}`)}`)
    last = school
    lines.push(`    ${roleNames[role].padEnd(8)} ${email}`)
  }
  const { demoReseller, demoResellerSchool: nile, resellerRoot } = await import('#demo/reseller/reseller.ts')
  const root = resellerRoot(config)
  lines.push(`  Reseller ${demoReseller.name}: ${originFor(config, root)}`)
  lines.push(`    ${nile.name}: ${originFor(config, `${nile.school_url}.${root}`)}`)
  for (const role of ['owner', 'admin', 'teacher', 'student'])
    lines.push(`    ${role.padEnd(8)} ${role}@${nile.school_url}.test`)
  const support = demoSupportLogins(config)
  if (support.length > 0) lines.push(`  Platform: ${originFor(config, config.rootDomain)}`)
  for (const { role, email } of support)
    lines.push(`    ${role === 'privileged' ? 'console ' : 'support '} ${email}`)
  return lines
}
