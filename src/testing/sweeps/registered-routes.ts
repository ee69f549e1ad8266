import type { FastifyInstance } from 'fastify'

export interface RegisteredRoute {
  path: string
  methods: string[]
}

/** Every route of the server, also those that no contract declares. */
export function registeredRoutes(http: Pick<FastifyInstance, 'printRoutes'>): RegisteredRoute[] {
  const above: string[] = []
  return http
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent, part, methods] = /^([│ ]*)[├└]── (\S*) \(([A-Z, ]+)\)/.exec(line) ?? []
      if (indent === undefined) return []
      const depth = indent.length / 4
      above.length = depth
      above[depth] = part!
      return [{ path: above.join(''), methods: methods!.split(', ') }]
    })
}
