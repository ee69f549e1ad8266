import { isIP } from 'node:net'
import { hostname, type TextFormat } from '#platform/config/formats.ts'
import { defineConfigGroup, listSetting, textItem, textSetting } from '#platform/config/settings.ts'

export interface CustomDomainsConfig {
  /** Host that custom domains must point to. */
  domainTarget: string
  /** DNS servers that verify custom domains; empty: those of the system. */
  dnsServers: string[]
}

declare module '#platform/config/config.ts' {
  interface Config extends CustomDomainsConfig {}
}

const dnsServer: TextFormat = {
  test: (value) => isIP(value) > 0 || isIP(value.replace(/^\[?(.*?)\]?:\d{1,5}$/, '$1')) > 0,
  expected: 'an address such as 9.9.9.9 or 127.0.0.1:5353',
}

export const customDomainsGroup = defineConfigGroup({
  title: 'Custom domains',
  usedBy: ['web', 'worker'],
  settings: {
    DOMAIN_TARGET: textSetting({
      description: 'Host that custom domains must point to',
      format: hostname,
      defaultFrom: 'ROOT_DOMAIN',
    }),
    DNS_SERVERS: listSetting(textItem(dnsServer), {
      description: 'DNS servers that verify custom domains',
      defaultText: 'those of the system',
    }),
  },
  resolve: (values) =>
    ({
      domainTarget: values.DOMAIN_TARGET.toLowerCase(),
      dnsServers: values.DNS_SERVERS ?? [],
    }) satisfies CustomDomainsConfig,
})
