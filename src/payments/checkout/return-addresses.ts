import type { RequestContext } from '#tenancy/context/request-context.ts'

/** Whether an address is a page of this school: a provider must not send buyers anywhere else. */
export async function isSameOriginHost(
  { hosts, school_id, config }: Pick<RequestContext, 'hosts' | 'school_id' | 'config'>,
  address: string,
): Promise<boolean> {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, port, username, password } = new URL(address)
  if (protocol !== `${config.publicProtocol}:` || username || password) return false
  const expectedPort = config.publicPort === null ? '' : String(config.publicPort)
  if (port !== expectedPort) return false
  const host = await hosts.resolve(hostname)
  return host?.kind === 'school' && host.school.school_id === school_id
}
