import { originOf, type Config } from '#platform/config/config.ts'
import type { LegalKind, School } from '#tenancy/context/request-context.ts'
import { kinds } from './contract.ts'

export interface TextInForce {
  kind: LegalKind
  version: number
  url: string
}

export type Versions = Readonly<Record<LegalKind, number>>

/** The school's own texts; where it has none, the reseller's or the platform's, and where there is none of these nothing. */
export function textsInForce(
  config: Pick<Config, 'publicProtocol' | 'publicPort'>,
  { host, brand }: Pick<School, 'host' | 'brand'>,
  versions: Versions,
): TextInForce[] {
  return kinds.flatMap((kind) => {
    const version = versions[kind]
    const url = version > 0 ? `${originOf(config, host)}/${kind}` : brand[`${kind}_url`]
    return url === null ? [] : [{ kind, version, url }]
  })
}
