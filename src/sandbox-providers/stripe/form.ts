type Value = string | Value[] | { [name: string]: Value }

/**
 * Decodes a form with brackets: `line_items[0][price_data][currency]=usd`. Values stay text. Numbers as names make a list if they
 * count from zero. Throws for names that cannot be read.
 */
export function decodeForm(text: string): Record<string, unknown> {
  const root: Record<string, Value> = {}
  for (const [name, value] of new URLSearchParams(text)) setValue(root, pathOf(name), value)
  return toLists(root) as Record<string, unknown>
}

function pathOf(name: string): string[] {
  if (!/^[a-z_0-9]+(\[[a-z_0-9]*\])*$/i.test(name)) throw new SyntaxError('invalid name of a form field')
  return name.split('[').map((part) => part.replace(']', ''))
}

function setValue(root: Record<string, Value>, path: readonly string[], value: string) {
  let node = root
  for (const [index, part] of path.entries()) {
    const name = part === '' ? String(Object.keys(node).length) : part
    if (index === path.length - 1) node[name] = value
    else node = (node[name] ??= {}) as Record<string, Value>
  }
}

function toLists(value: Value): Value {
  if (typeof value !== 'object' || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([name, one]) => [name, toLists(one)] as const)
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index))
  return isList ? entries.map(([, one]) => one) : Object.fromEntries(entries)
}
