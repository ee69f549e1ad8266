import type { Tell } from '#platform/http/streamed-answer.ts'
import type { Ctx, OwnCtx } from '#tenancy/context/request-context.ts'
import { json } from '#platform/database/database.server.ts'
import { ensure } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import { citationOf, nothing, quotesOf, type Answer, type Asked, type Cited } from '../endpoint/answer.ts'
import { countQuestion, reserveTokens, settleTokens, today } from '../endpoint/budget.ts'
import type * as contract from '../contract.ts'
import { answerOfEndpoint, tokensNeeded } from '../endpoint/endpoint-answer.ts'
import { findCorrection, type FoundCorrection } from './find-correction.ts'
import { ensureNotPaused } from './pauses.ts'
import { mayAskNow } from '../policy.ts'
import { termsOf } from '../words/question-words.ts'
import type { Ranked } from '../words/rank-chunks.ts'
import { settingsFor, type SchoolSettings } from '../settings/settings.ts'
import { findPassages, sourcesFor, type Sources } from './sources.ts'

type Given = Input<typeof contract.askCourse>

/** What one short transaction has found, before anybody outside is asked. */
interface Prepared {
  sources: Sources
  quotable: Ranked[]
  related: Ranked[]
  correction: FoundCorrection | null
  /** Set aside for the endpoint; null where it is not to be asked. */
  tokens: number | null
  fault: Asked['fault']
}

/** Finds in one transaction, asks outside of any, and keeps in another. */
export async function askCourse(ctx: OwnCtx, given: Given, tell: Tell): Promise<Asked> {
  const question = given.question.trim()
  const prepared = await ctx.transact((inside) => prepare(inside, { ...given, question }))
  const { answer, used } = await answerFrom(ctx, { ...prepared, question }, tell)
  return ctx.transact(async (inside) => {
    if (prepared.tokens !== null) await settleTokens(inside, today(inside), used - prepared.tokens)
    return keep(inside, { course_id: given.course_id, question, answer })
  })
}

async function prepare(ctx: Ctx, given: Given): Promise<Prepared> {
  const { course_id, question, quotes_only = false } = given
  const sources = await sourcesFor(ctx, given)
  const settings = await settingsFor(ctx, course_id)
  ensure(mayAskNow(settings))
  await ensureNotPaused(ctx, course_id)
  const terms = termsOf(question)
  const roots = terms.map(({ root }) => root)
  const correction = await findCorrection(ctx, course_id, { roots, ...sources })
  const passages = await findPassages(ctx, sources, terms)
  // Last, since whoever asks at the same time waits from here on.
  await countQuestion(ctx, settings)
  const isEndpointAsked =
    mayUseEndpoint(ctx, settings) && !quotes_only && !correction && passages.related.length > 0
  const need = isEndpointAsked ? tokensNeeded(question, passages.related) : null
  const tokens = need !== null && (await reserveTokens(ctx, need)) ? need : null
  return { sources, ...passages, correction, tokens, fault: need !== tokens ? 'budget' : null }
}

export const mayUseEndpoint = (
  { config }: Pick<Ctx, 'config'>,
  settings: Pick<SchoolSettings, 'uses_endpoint'>,
) => config.assistant.endpoint !== null && settings.uses_endpoint

async function answerFrom(
  { config }: OwnCtx,
  { sources, quotable, related, correction, tokens, fault, question }: Prepared & { question: string },
  tell: Tell,
): Promise<{ answer: Answer; used: number }> {
  if (correction) return { answer: teachersAnswer(correction, quotable, sources), used: 0 }
  const { endpoint } = config.assistant
  if (!endpoint || tokens === null) return { answer: quotesOf(quotable, fault), used: 0 }
  const said = await answerOfEndpoint(endpoint, { question, passages: related }, tell)
  if (said.fault !== null) return { answer: quotesOf(quotable, said.fault), used: said.tokens }
  if (said.text === null) return { answer: nothing(), used: said.tokens }
  const citations = related.map(citationOf).filter(({ number }) => said.cited.includes(number))
  return { answer: { kind: 'endpoint', answer: said.text, citations, fault: null }, used: said.tokens }
}

/** The teacher's word first, with what it stands on, then what else the course says. */
function teachersAnswer(
  { answer, content_ids }: FoundCorrection,
  passages: Ranked[],
  sources: Sources,
): Answer {
  const stands = content_ids.map((content_id): Omit<Cited, 'number'> => ({
    content_id,
    ...sources.contents.get(content_id)!,
    position: 0,
    quote: '',
    start_second: null,
  }))
  const quoted = quotesOf(
    passages.filter(({ content_id, position }) => position > 0 || !content_ids.includes(content_id)),
  )
  const citations = [...stands, ...quoted.citations].map((citation, place) => ({
    ...citation,
    number: place + 1,
  }))
  return { kind: 'teacher', answer, citations, fault: null }
}

async function keep(
  { tx, school_id, actor, now }: Ctx,
  { course_id, question, answer }: { course_id: string; question: string; answer: Answer },
): Promise<Asked> {
  const id = newId()
  const state = answer.kind === 'none' ? 'unanswered' : 'answered'
  const { citations, ...columns } = answer
  await tx
    .insertInto('assistant_questions')
    .values({
      ...columns,
      school_id,
      id,
      course_id,
      user_id: actor.id,
      question,
      citations: json(citations),
      state,
      asked_at: now,
    })
    .execute()
  return { id, question, ...answer, verdict: null, correction: null, asked_at: now }
}
