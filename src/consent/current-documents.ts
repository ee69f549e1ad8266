import { originFor, type Config } from '#platform/config/config.ts'
import type { LegalKind, School } from '#tenancy/hosts/school.ts'
import { legalDocumentKinds } from './contract.ts'

export interface CurrentLegalDocument {
  kind: LegalKind
  version: number
  url: string
}

export type CurrentVersions = Readonly<Record<LegalKind, number>>

/** Returns the school's texts; for missing ones, the reseller's or the platform's, if any. */
export function currentLegalDocuments(
  config: Pick<Config, 'publicProtocol' | 'publicPort'>,
  { host, brand }: Pick<School, 'host' | 'brand'>,
  versions: CurrentVersions,
): CurrentLegalDocument[] {
  return legalDocumentKinds.flatMap((kind) => {
    const version = versions[kind]
    const url = version > 0 ? `${originFor(config, host)}/${kind}` : brand[`${kind}_url`]
    return url === null ? [] : [{ kind, version, url }]
  })
}
