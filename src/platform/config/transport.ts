import { booleanSetting, choiceItem, defineConfigGroup, listSetting, type ConfigGroup } from './settings.ts'

export interface TransportConfig {
  /** Whether outbound calls may reach this machine, also over http. Never in production. */
  allowLoopbackOutbound: boolean
}

/** Connections that the groups of this folder check themselves. */
const checkedByGroups = ['public', 'database', 'mail']

/** Words of ALLOW_PLAINTEXT_CONNECTIONS: connections of the given groups and of this folder. */
const connectionsOf = (groups: readonly Pick<ConfigGroup, 'settings'>[]) => [
  ...new Set([
    ...checkedByGroups,
    ...groups.flatMap(({ settings }) =>
      Object.values(settings).flatMap(({ plaintextConnection }) => plaintextConnection ?? []),
    ),
  ]),
]

/** Settings of connections to other machines. `groups` are all groups with settings of connections. */
export const transportGroup = (groups: readonly Pick<ConfigGroup, 'settings'>[]) =>
  defineConfigGroup({
    title: 'Connections to other servers',
    usedBy: ['web', 'worker', 'commands'],
    settings: {
      ALLOW_PLAINTEXT_CONNECTIONS: listSetting(choiceItem(connectionsOf(groups)), {
        description:
          'Connections that production may open without TLS, for a trial on one machine or in a network that is protected in another way',
        default: [],
      }),
      ALLOW_LOOPBACK_OUTBOUND: booleanSetting({
        description:
          'Whether webhooks and other calls to addresses from outside may reach this machine, also over http; production rejects it',
        default: false,
        usedBy: ['web', 'worker'],
      }),
    },
    resolve({ ALLOW_LOOPBACK_OUTBOUND: allowLoopbackOutbound }, { production, addError }) {
      if (production && allowLoopbackOutbound)
        addError('ALLOW_LOOPBACK_OUTBOUND', 'must be off in production')
      return { allowLoopbackOutbound } satisfies TransportConfig
    },
  })
