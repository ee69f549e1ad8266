/** One node of PostgreSQL's own syntax tree, as libpg-query gives it: fields by name. */
export type Node = Record<string, unknown>

/** All nodes of a type below a part of the tree, in the order of the text. */
export function nodesOfType(part: unknown, type: string): Node[] {
  if (Array.isArray(part)) return part.flatMap((one) => nodesOfType(one, type))
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([name, value]) => [
    ...(name === type ? [value as Node] : []),
    ...nodesOfType(value, type),
  ])
}

/** The text of a `String` node, such as one part of a column's name. */
export const identifierOf = (node: unknown) =>
  (node as { String?: { sval: string } } | undefined)?.String?.sval ?? ''
