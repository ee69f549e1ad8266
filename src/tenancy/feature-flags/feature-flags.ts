import { createHash } from 'node:crypto'
import type { Tx } from '#platform/database/database.server.ts'

export interface FeatureFlag {
  name: string
  is_on_for_all: boolean
  /** Addresses as in `school_url`. */
  school_urls: readonly string[]
  /** Per cent of all schools, 0–100. */
  share_percent: number
}

/** Position of a school for a flag, 0–9999: constant, and different for each flag. */
export const flagBucket = (flag: string, school_id: string) =>
  parseInt(createHash('md5').update(`${flag}/${school_id}`).digest('hex').slice(0, 8), 16) % 10_000

/** Whether a flag is on for a school. A larger share includes the schools of a smaller one. */
export const isFlagOnFor = (
  { name, is_on_for_all, school_urls, share_percent }: FeatureFlag,
  { school_id, school_url }: { school_id: string; school_url: string },
) => is_on_for_all || school_urls.includes(school_url) || flagBucket(name, school_id) < share_percent * 100

/** Names of the flags that are on for a school; cached with the school. */
export async function listFlagsForSchool(
  tx: Tx,
  school: { school_id: string; school_url: string },
): Promise<string[]> {
  const flags = await tx.selectFrom('feature_flags').selectAll().orderBy('name').execute()
  return flags.filter((flag) => isFlagOnFor(flag, school)).map(({ name }) => name)
}

/** Whether a flag is on for the context's school; false without a school. */
export const isFlagOn = ({ school }: { school: { flags: readonly string[] } | null }, name: string) =>
  school?.flags.includes(name) ?? false
