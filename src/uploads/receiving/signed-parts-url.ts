import type { Config } from '#platform/config/config.ts'
import { signPartsLink, type PartsGrant } from './parts-links.ts'

/** Signed address for sending one announced file in parts. */
export const signedPartsUrl = ({ appSecret }: Config, grant: PartsGrant, until: Date) =>
  `/storage/tus/${grant.upload_id}?${signPartsLink(appSecret, grant, until)}`
