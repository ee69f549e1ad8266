import type { SendPart } from '#platform/http/streamed-answer.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { json } from '#platform/database/database.server.ts'
import { ensureAllowed } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import {
  toCitation,
  notFoundAnswer,
  quotedAnswer,
  type AssistantAnswer,
  type AssistantQuestion,
  type Citation,
} from '../endpoint/assistant-answer.ts'
import { countQuestion, reserveTokens, adjustTokenUsage, budgetDay } from '../endpoint/budget.ts'
import type * as contract from '../contract.ts'
import { answerWithEndpoint, estimateTokens } from '../endpoint/endpoint-answer.ts'
import { findCorrection, type CorrectionMatch } from './find-correction.ts'
import { ensureAssistantNotPaused } from './pauses.ts'
import { mayAsk } from '../policy.ts'
import { queryTerms } from '../words/query-terms.ts'
import type { RankedChunk } from '../words/rank-chunks.ts'
import { getCourseAssistantSettings, type SchoolAssistantSettings } from '../settings/settings.ts'
import { findChunks, getAnswerSources, type AnswerSources } from './answer-sources.ts'

type Given = Input<typeof contract.askQuestion>

/** Results of the first transaction, before the endpoint is called. */
interface Prepared {
  sources: AnswerSources
  quotable: RankedChunk[]
  related: RankedChunk[]
  correction: CorrectionMatch | null
  /** Tokens reserved for the endpoint; null if it is not called. */
  tokens: number | null
  failure: AssistantQuestion['failure']
}

/** Searches in one transaction, calls the endpoint outside of any, and stores the answer in another. */
export async function askQuestion(
  ctx: CtxWithoutTx,
  given: Given,
  tell: SendPart,
): Promise<AssistantQuestion> {
  const question = given.question.trim()
  const prepared = await ctx.transact((txCtx) => prepare(txCtx, { ...given, question }))
  const { answer, used } = await answerFrom(ctx, { ...prepared, question }, tell)
  return ctx.transact(async (txCtx) => {
    if (prepared.tokens !== null)
      await adjustTokenUsage(txCtx, { day: budgetDay(txCtx), difference: used - prepared.tokens })
    return keep(txCtx, { course_id: given.course_id, question, answer })
  })
}

async function prepare(ctx: Ctx, given: Given): Promise<Prepared> {
  const { course_id, question, quotes_only = false } = given
  const sources = await getAnswerSources(ctx, given)
  const settings = await getCourseAssistantSettings(ctx, course_id)
  ensureAllowed(mayAsk(settings))
  await ensureAssistantNotPaused(ctx, course_id)
  const terms = queryTerms(question)
  const roots = terms.map(({ root }) => root)
  const correction = await findCorrection(ctx, course_id, { roots, ...sources })
  const chunks = await findChunks(ctx, sources, terms)
  // Last, because concurrent questions wait from here on.
  await countQuestion(ctx, settings)
  const usesEndpoint =
    mayUseEndpoint(ctx, settings) && !quotes_only && !correction && chunks.related.length > 0
  const need = usesEndpoint ? estimateTokens(question, chunks.related) : null
  const tokens = need !== null && (await reserveTokens(ctx, need)) ? need : null
  return { sources, ...chunks, correction, tokens, failure: need !== tokens ? 'budget_exhausted' : null }
}

export const mayUseEndpoint = (
  { config }: Pick<Ctx, 'config'>,
  settings: Pick<SchoolAssistantSettings, 'uses_endpoint'>,
) => config.assistant.endpoint !== null && settings.uses_endpoint

async function answerFrom(
  { config }: CtxWithoutTx,
  { sources, quotable, related, correction, tokens, failure, question }: Prepared & { question: string },
  tell: SendPart,
): Promise<{ answer: AssistantAnswer; used: number }> {
  const chunks = { quotable, related }
  if (correction) return { answer: teachersAnswer(correction, quotable, sources), used: 0 }
  const { endpoint } = config.assistant
  if (!endpoint || tokens === null) return { answer: quotedAnswer(chunks, failure), used: 0 }
  const said = await answerWithEndpoint(endpoint, { question, chunks: related }, tell)
  if (said.failure !== null) return { answer: quotedAnswer(chunks, said.failure), used: said.tokens }
  if (said.text === null) return { answer: notFoundAnswer(), used: said.tokens }
  const citations = related.map(toCitation).filter(({ number }) => said.cited.includes(number))
  return { answer: { kind: 'endpoint', answer: said.text, citations, failure: null }, used: said.tokens }
}

/** The correction first with its sources, then other passages. */
function teachersAnswer(
  { answer, content_ids }: CorrectionMatch,
  chunks: RankedChunk[],
  sources: AnswerSources,
): AssistantAnswer {
  const stands = content_ids.map((content_id): Omit<Citation, 'number'> => ({
    content_id,
    ...sources.contents.get(content_id)!,
    position: 0,
    quote: '',
    start_second: null,
  }))
  const quoted = quotedAnswer({
    quotable: chunks.filter(({ content_id, position }) => position > 0 || !content_ids.includes(content_id)),
    related: [],
  })
  const citations = [...stands, ...quoted.citations].map((citation, index) => ({
    ...citation,
    number: index + 1,
  }))
  return { kind: 'teacher', answer, citations, failure: null }
}

async function keep(
  { tx, school_id, actor, now }: Ctx,
  { course_id, question, answer }: { course_id: string; question: string; answer: AssistantAnswer },
): Promise<AssistantQuestion> {
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
      created_at: now,
    })
    .execute()
  return { id, question, ...answer, rating: null, correction: null, created_at: now }
}
