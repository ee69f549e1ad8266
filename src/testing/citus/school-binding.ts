import { identifierOf, type Node } from './syntax-tree.ts'

/** The `school_id` of one table, derived table or common table expression within a statement. */
interface Source {
  name: string
  /** A tenant table, which must be bound. */
  isTenant: boolean
  /** Another source with the same school, or `true` if the school is a parameter. */
  boundTo: Source | true | null
}

interface Scope {
  sources: Source[]
  /** Common table expressions by name, including those of outer queries. */
  ctes: ReadonlyMap<string, Source>
  outer: Scope | null
}

/**
 * Tenant tables of a statement that no chain of `school_id = …` binds to a parameter. Citus runs a statement on
 * one shard only if every table is bound; other joins and correlated sub-queries are errors.
 */
export function unboundTables(statement: Node, tenantTables: ReadonlySet<string>): string[] {
  const reader = createReader(tenantTables)
  reader.query(statement, { sources: [], ctes: new Map(), outer: null })
  return reader.all.filter((source) => source.isTenant && root(source) !== true).map(({ name }) => name)
}

/** `true`, or the last source of the chain. */
function root(source: Source): Source | true {
  let at: Source | true = source
  while (at !== true && at.boundTo !== null) at = at.boundTo
  return at
}

function unite(one: Source | true | null, other: Source | true | null) {
  if (!one || !other) return
  const [left, right] = [one === true ? one : root(one), other === true ? other : root(other)]
  if (left === right) return
  if (left === true) (right as Source).boundTo = true
  else left.boundTo = right
}

function createReader(tenantTables: ReadonlySet<string>) {
  const all: Source[] = []
  const add = (scope: Scope, name: string, isTenant: boolean) => {
    const source: Source = { name, isTenant, boundTo: null }
    all.push(source)
    scope.sources.push(source)
    return source
  }

  /** Reads a query with its own scope; returns the binding of its `school_id` column. */
  function query(node: Node, outer: Scope): Source | true | null {
    const [[type, raw]] = Object.entries(node) as [[string, unknown]]
    const statement = raw as Node
    const scope: Scope = { sources: [], ctes: outer.ctes, outer }
    withClause(statement.withClause, scope)
    if (
      statement.op === 'SETOP_UNION' ||
      statement.op === 'SETOP_EXCEPT' ||
      statement.op === 'SETOP_INTERSECT'
    ) {
      const sides = [statement.larg, statement.rarg].map((side) => query({ SelectStmt: side }, scope))
      unite(sides[0]!, sides[1]!)
      return sides[0]!
    }
    if (statement.relation) table(statement.relation as Node, scope, type === 'InsertStmt')
    for (const key of ['fromClause', 'usingClause'])
      for (const item of list(statement[key])) from(item, scope)
    condition(statement.whereClause, scope)
    for (const key of [
      'targetList',
      'valuesLists',
      'havingClause',
      'groupClause',
      'sortClause',
      'onConflictClause',
    ])
      subqueries(statement[key], scope)
    for (const key of ['limitCount', 'limitOffset', 'windowClause', 'distinctClause'])
      subqueries(statement[key], scope)
    if (statement.selectStmt) query(statement.selectStmt as Node, scope)
    subqueries(statement.returningClause, scope)
    return outputOf(list(statement.targetList ?? returned(statement)), scope)
  }

  function withClause(clause: unknown, scope: Scope) {
    const { ctes = [], recursive = false } = (clause as { ctes?: Node[]; recursive?: boolean }) ?? {}
    for (const { CommonTableExpr: cte } of ctes as { CommonTableExpr: Node }[]) {
      const name = String(cte.ctename)
      const source: Source = { name, isTenant: false, boundTo: null }
      const ctesInScope = new Map(scope.ctes).set(name, source)
      const inner = recursive ? { ...scope, ctes: ctesInScope } : scope
      unite(source, query(cte.ctequery as Node, inner))
      scope.ctes = ctesInScope
    }
  }

  function table(range: Node, scope: Scope, isInserted: boolean) {
    const relname = String(range.relname)
    const alias = aliasOf(range) ?? relname
    const cte = range.schemaname ? undefined : scope.ctes.get(relname)
    // Inserted rows contain their school; another rule checks this.
    const source = add(scope, alias, !cte && !isInserted && tenantTables.has(relname))
    if (cte) unite(source, cte)
    if (isInserted) source.boundTo = true
  }

  function from(item: unknown, scope: Scope) {
    const [[type, raw]] = Object.entries(item as Node) as [[string, Node]]
    if (type === 'RangeVar') return table(raw, scope, false)
    if (type === 'JoinExpr') {
      from(raw.larg, scope)
      from(raw.rarg, scope)
      return condition(raw.quals, scope)
    }
    const source = add(scope, aliasOf(raw) ?? '', false)
    if (type === 'RangeSubselect') return unite(source, query(raw.subquery as Node, scope))
    return subqueries(raw, scope)
  }

  /** Binds sources by the equalities that must hold; conditions below OR and NOT bind nothing outside. */
  function condition(part: unknown, scope: Scope) {
    const { BoolExpr, A_Expr } = (part ?? {}) as { BoolExpr?: Node; A_Expr?: Node }
    if (BoolExpr?.boolop === 'AND_EXPR') {
      for (const one of list(BoolExpr.args)) condition(one, scope)
      return
    }
    if (A_Expr?.kind === 'AEXPR_OP' && identifierOf(list(A_Expr.name)[0]) === '=')
      unite(schoolOf(A_Expr.lexpr, scope), schoolOf(A_Expr.rexpr, scope))
    subqueries(part, scope)
  }

  /** Sub-queries of an expression. */
  function subqueries(part: unknown, scope: Scope): void {
    if (Array.isArray(part)) return part.forEach((one) => subqueries(one, scope))
    if (typeof part !== 'object' || part === null) return
    for (const [name, value] of Object.entries(part))
      if (name === 'SubLink') {
        subqueries((value as Node).testexpr, scope)
        query((value as Node).subselect as Node, scope)
      } else subqueries(value, scope)
  }

  /** The source of a `school_id` expression, `true` for a parameter or constant, null otherwise. */
  function schoolOf(part: unknown, scope: Scope): Source | true | null {
    const node = (part ?? {}) as { ColumnRef?: Node; ParamRef?: Node; A_Const?: Node; TypeCast?: Node }
    if (node.ParamRef || node.A_Const) return true
    if (node.TypeCast) return schoolOf(node.TypeCast.arg, scope)
    const names = list(node.ColumnRef?.fields).map(identifierOf)
    if (names.at(-1) !== 'school_id') return null
    return sourceNamed(names.length > 1 ? names.at(-2)! : null, scope)
  }

  function sourceNamed(name: string | null, scope: Scope | null): Source | null {
    if (!scope) return null
    const { sources } = scope
    const found =
      name === null
        ? (sources.find((one) => one.isTenant) ?? sources[0])
        : sources.find((one) => one.name === name)
    return found ?? sourceNamed(name, scope.outer)
  }

  function outputOf(targets: readonly unknown[], scope: Scope) {
    for (const target of targets) {
      const { name, val } = (target as { ResTarget?: Node }).ResTarget ?? {}
      const school = schoolOf(val, scope)
      const column = list((val as { ColumnRef?: Node } | undefined)?.ColumnRef?.fields)
      const isStar = 'A_Star' in ((column.at(-1) as Node | undefined) ?? {})
      if (isStar) return sourceNamed(column.length > 1 ? identifierOf(column[0]) : null, scope)
      if (school && (name ?? identifierOf(column.at(-1))) === 'school_id') return school
    }
    return null
  }

  return { all, query }
}

const returned = (statement: Node) =>
  (statement.returningClause as Node | undefined)?.exprs ?? statement.returningList

const list = (part: unknown): unknown[] => (Array.isArray(part) ? part : [])

const aliasOf = ({ alias }: Node) => (alias as { aliasname: string } | undefined)?.aliasname
