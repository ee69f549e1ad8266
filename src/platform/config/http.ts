import { isIP } from 'node:net'
import { defaultMaxConnections } from './max-connections.ts'
import { hostname, listenAddress, type TextFormat } from './formats.ts'
import {
  booleanSetting,
  choiceSetting,
  defineConfigGroup,
  integerSetting,
  listSetting,
  textItem,
  textSetting,
} from './settings.ts'

export interface HttpConfig {
  /** 0 means any free port. */
  port: number
  host: string
  /** Lower case. */
  rootDomain: string
  publicProtocol: 'http' | 'https'
  /** Port in links; null for the protocol's default. */
  publicPort: number | null
  /** Whether browsers use https for everything below the root domain. */
  hstsIncludeSubdomains: boolean
  /** Addresses, networks and the names loopback, linklocal and uniquelocal. */
  trustedProxies: string[]
  /** Maximum open connections of one process, and of one address that is not a trusted proxy. */
  maxConnections: number
  maxConnectionsPerAddress: number
}

const networkNames = ['loopback', 'linklocal', 'uniquelocal']

/** An address, a network, or a name for private networks. */
export const network: TextFormat = {
  test(value) {
    if (networkNames.includes(value)) return true
    const [address = '', bits, ...rest] = value.split('/')
    const maxBits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
    const isSize = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits)
    return rest.length === 0 && maxBits >= 0 && isSize
  },
  expected: `an address, a network or one of ${networkNames.join(', ')}`,
}

const maxConnections = 100_000

export const httpGroup = defineConfigGroup({
  title: 'HTTP server',
  usedBy: ['web'],
  settings: {
    PORT: integerSetting({
      description: 'Port of the web server; `0` takes any free port',
      minimum: 0,
      maximum: 65_535,
      default: 3000,
    }),
    HOST: textSetting({
      description:
        'Address to listen on; a container, or a proxy on another machine, needs `0.0.0.0` instead of connections from this machine only',
      format: listenAddress,
      default: 'localhost',
    }),
    ROOT_DOMAIN: textSetting({
      description:
        'Host of the platform, which also serves sub-domains of it, and the API at `api.` below it',
      format: hostname,
      default: 'localhost',
      usedBy: ['web', 'worker', 'commands'],
    }),
    PUBLIC_PROTOCOL: choiceSetting(['http', 'https'], {
      description: 'Protocol of links; production requires `https`',
      default: 'http',
      usedBy: ['web', 'worker'],
    }),
    PUBLIC_PORT: integerSetting({
      description: 'Port in links, which omit it if it is the default of the protocol',
      minimum: 1,
      maximum: 65_535,
      defaultFrom: 'PORT',
      usedBy: ['web', 'worker'],
    }),
    HSTS_INCLUDE_SUBDOMAINS: booleanSetting({
      description: 'Whether the root host sends HSTS with `includeSubDomains`',
      default: false,
    }),
    TRUSTED_PROXIES: listSetting(textItem(network), {
      description: 'Proxies whose `X-Forwarded-*` headers are trusted',
      default: [],
    }),
    MAX_CONNECTIONS: integerSetting({
      description: 'Open connections of one web process',
      minimum: 10,
      maximum: maxConnections,
      unit: 'connections',
      defaultText: 'half of the system’s limit of open files, at most 10,000',
    }),
    MAX_CONNECTIONS_PER_ADDRESS: integerSetting({
      description:
        'Open connections of one IPv4 address or IPv6 network (/64), at most `MAX_CONNECTIONS`; trusted proxies are not counted',
      minimum: 1,
      maximum: maxConnections,
      unit: 'connections',
      defaultText: '`500`',
    }),
  },
  resolve(values, { requiresTls, addError }) {
    const { PUBLIC_PROTOCOL: protocol, HSTS_INCLUDE_SUBDOMAINS: hstsIncludeSubdomains } = values
    if (requiresTls('public') && protocol === 'http')
      addError(
        'PUBLIC_PROTOCOL',
        'must be https in production; ALLOW_PLAINTEXT_CONNECTIONS=public allows http, for trying it where nobody listens',
      )
    if (hstsIncludeSubdomains && protocol === 'http')
      addError('HSTS_INCLUDE_SUBDOMAINS', 'is on, but PUBLIC_PROTOCOL is not https')
    const limit = values.MAX_CONNECTIONS ?? defaultMaxConnections()
    const perAddress = values.MAX_CONNECTIONS_PER_ADDRESS ?? Math.min(500, limit)
    if (perAddress > limit)
      addError(
        'MAX_CONNECTIONS_PER_ADDRESS',
        `must be a whole number from 1 to ${limit}, not "${perAddress}"`,
      )
    return {
      port: values.PORT,
      host: values.HOST,
      rootDomain: values.ROOT_DOMAIN.toLowerCase(),
      publicProtocol: protocol,
      publicPort: values.PUBLIC_PORT === (protocol === 'https' ? 443 : 80) ? null : values.PUBLIC_PORT,
      hstsIncludeSubdomains,
      trustedProxies: values.TRUSTED_PROXIES as string[],
      maxConnections: limit,
      maxConnectionsPerAddress: perAddress,
    } satisfies HttpConfig
  },
})
