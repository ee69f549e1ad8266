import pg from 'pg'

export const testSecret = 'a secret for tests only, never for a school'

export function urlWithDatabase(url: string, database: string) {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

const nameIn = (url: string) => new URL(url).pathname.slice(1)

/** Creates the database of the URL, empty or as a copy of a template; does nothing if it exists. */
export async function createDatabase(url: string, template?: string) {
  const client = new pg.Client({ connectionString: urlWithDatabase(url, 'postgres') })
  await client.connect()
  try {
    const name = nameIn(url)
    const exists = await client.query('select 1 from pg_database where datname = $1', [name])
    if (exists.rowCount) return
    const copy = template ? ` template "${template}" strategy file_copy` : ''
    await client.query(`create database "${name}"${copy}`)
  } finally {
    await client.end()
  }
}

const cloned = new Map<string, Promise<void>>()

/** Copies the template under its own name; returns the URL for the application's role. */
export async function cloneTemplate(templateUrl: string, appTemplateUrl: string, suffix: string) {
  const name = `${nameIn(templateUrl)}_${suffix}`
  // Checking whether it exists needs a connection each time.
  if (!cloned.has(name))
    cloned.set(name, createDatabase(urlWithDatabase(templateUrl, name), nameIn(templateUrl)))
  await cloned.get(name)
  return { ownerUrl: urlWithDatabase(templateUrl, name), appUrl: urlWithDatabase(appTemplateUrl, name) }
}
