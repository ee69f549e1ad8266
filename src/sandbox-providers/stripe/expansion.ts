/** Which references of an object are replaced by the object: `payment_intent.latest_charge`. */
export class Expansion {
  readonly #paths: readonly string[]

  constructor(paths: readonly string[]) {
    this.#paths = paths
  }

  /** The object if the reference is expanded, else its id. */
  reference<Id extends string | null, Expanded>(
    name: string,
    id: Id,
    build: (expansion: Expansion) => Expanded,
  ): Id | Expanded {
    const paths = this.#paths.filter((path) => path === name || path.startsWith(`${name}.`))
    if (id === null || paths.length === 0) return id
    return build(this.below(name))
  }

  below(name: string): Expansion {
    return new Expansion(
      this.#paths.filter((path) => path.startsWith(`${name}.`)).map((path) => path.slice(name.length + 1)),
    )
  }
}

/** Paths of a query: `expand[0]`, `expand[]`. */
export const expansionOf = (query: URLSearchParams, body?: { expand?: readonly string[] }): Expansion =>
  new Expansion([
    ...[...query].filter(([name]) => name.startsWith('expand[')).map(([, path]) => path),
    ...(body?.expand ?? []),
  ])

export const none = new Expansion([])
