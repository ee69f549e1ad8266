/** A node of PostgreSQL's syntax tree, as libpg-query returns it. */
export type Node = Record<string, unknown>

/** All nodes of a type below a node, in text order. */
export function nodesOfType(part: unknown, type: string): Node[] {
  if (Array.isArray(part)) return part.flatMap((one) => nodesOfType(one, type))
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([name, value]) => [
    ...(name === type ? [value as Node] : []),
    ...nodesOfType(value, type),
  ])
}

/** Text of a `String` node, such as a part of a column name. */
export const identifierOf = (node: unknown) =>
  (node as { String?: { sval: string } } | undefined)?.String?.sval ?? ''
