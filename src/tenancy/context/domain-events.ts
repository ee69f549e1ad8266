import type { Ctx, EventHandler, EventType, Reactions, Slot } from './request-context.ts'

/** Declares an event of a domain. `ctx.emit(event, payload)` runs its handlers in the transaction. */
export const defineEvent = <Payload>(name: string): EventType<Payload> => ({ name })

/**
 * Declares a value that a domain needs from another one that it must not import. `src/reactions.ts` provides it;
 * `ctx.reactions.slot(slot)` returns it.
 */
export const defineSlot = <Value>(name: string): Slot<Value> => ({ name })

export type Reaction =
  | { readonly event: string; readonly handler: EventHandler }
  | { readonly slot: string; readonly value: unknown }

/** Runs `handler` whenever `event` is emitted, in the emitter's transaction. */
export const onEvent = <Payload>(
  event: EventType<Payload>,
  handler: (ctx: Ctx, payload: Payload) => Promise<unknown>,
): Reaction => ({ event: event.name, handler: handler as EventHandler })

export const fillSlot = <Value>(slot: Slot<Value>, value: Value): Reaction => ({ slot: slot.name, value })

/**
 * Creates the reactions of a process. Handlers run in the order of the list. An event without a handler and a
 * slot without a value throw when they are used, so that a process without the product's reactions fails early.
 */
export function createReactions(list: readonly Reaction[]): Reactions {
  const handlers = new Map<string, EventHandler[]>()
  const values = new Map<string, unknown>()
  for (const reaction of list)
    if ('event' in reaction)
      handlers.set(reaction.event, [...(handlers.get(reaction.event) ?? []), reaction.handler])
    else if (values.has(reaction.slot)) throw new Error(`The slot ${reaction.slot} is filled twice.`)
    else values.set(reaction.slot, reaction.value)
  return {
    handlersOf({ name }) {
      const found = handlers.get(name)
      if (!found) throw new Error(`No handler for the event ${name}: see src/reactions.ts.`)
      return found
    },
    slot<Value>({ name }: Slot<Value>) {
      if (!values.has(name)) throw new Error(`The slot ${name} is empty: see src/reactions.ts.`)
      return values.get(name) as Value
    },
  }
}
