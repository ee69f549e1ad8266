import { sql } from 'kysely'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type { Citation, EndpointFailure } from '../endpoint/assistant-answer.ts'
import { mayUseEndpoint } from '../asked-questions/ask-question.ts'
import { reserveTokens, adjustTokenUsage, budgetDay } from '../endpoint/budget.ts'
import type * as contract from '../contract.ts'
import { recommendationHash, cacheTopicTexts, cachedTopicTexts } from './topic-text-cache.ts'
import { isAssistantPaused } from '../asked-questions/pauses.ts'
import {
  recommendationCandidates,
  rankCandidates,
  type QuestionFacts,
  type Recommendation,
  type TopicFacts,
} from './recommend-from-facts.ts'
import { getCourseAssistantSettings, type CourseAssistantSettings } from '../settings/settings.ts'
import { getReaderOutline } from '../asked-questions/answer-sources.ts'
import {
  maxCandidates,
  estimateRecommendationTokens,
  wordRecommendations,
  type RecommendationPrompt,
  type DescribedTopics,
} from './describe-topics.ts'

type Given = Input<typeof contract.recommendTopics>
type Answer = Reply<typeof contract.recommendTopics>

/** Older questions are not considered. */
const questionDays = 21
const maxQuestions = 100

/** Results of the first transaction, before the endpoint is called. */
interface Prepared extends RecommendationPrompt {
  hash: string
  worded: DescribedTopics[] | null
  /** Tokens reserved for the endpoint; null if it is not called. */
  tokens: number | null
  failure: EndpointFailure | null
}

/** Reads in one transaction, calls the endpoint outside of any, and stores its texts in another. */
export async function recommendTopics(ctx: CtxWithoutTx, given: Given): Promise<Answer> {
  const prepared = await ctx.transact((txCtx) => prepare(txCtx, given))
  const { candidates, worded, tokens, failure, hash } = prepared
  const { endpoint } = ctx.config.assistant
  if (worded) return answerOf(candidates, worded, null)
  if (!endpoint || tokens === null) return answerOf(candidates, null, failure)
  const said = await wordRecommendations(endpoint, prepared)
  await ctx.transact(async (txCtx) => {
    await adjustTokenUsage(txCtx, { day: budgetDay(txCtx), difference: said.tokens - tokens })
    if (said.topics) await cacheTopicTexts(txCtx, given.course_id, { hash, topics: said.topics })
  })
  return answerOf(candidates, said.topics, said.failure)
}

async function prepare(ctx: Ctx, given: Given): Promise<Prepared> {
  const { course_id, skip_endpoint = false } = given
  const found = await findCandidates(ctx, given)
  const settings = await getCourseAssistantSettings(ctx, course_id)
  const candidates = settings.is_opted_out ? [] : found.slice(0, maxCandidates)
  const choice = { candidates, language: ctx.locale }
  const hash = recommendationHash(choice)
  const silent = { ...choice, hash, worded: null, tokens: null, failure: null }
  if (skip_endpoint || candidates.length === 0 || !(await mayBeWorded(ctx, settings, course_id)))
    return silent
  const worded = await cachedTopicTexts(ctx, course_id, hash)
  if (worded) return { ...silent, worded }
  const need = estimateRecommendationTokens(choice)
  const isWithin = await reserveTokens(ctx, need)
  return { ...silent, tokens: isWithin ? need : null, failure: isWithin ? null : 'budget_exhausted' }
}

const mayBeWorded = async (ctx: Ctx, settings: CourseAssistantSettings, course_id: string) =>
  settings.is_on &&
  settings.is_on_in_course &&
  mayUseEndpoint(ctx, settings) &&
  !(await isAssistantPaused(ctx, course_id))

/** In the endpoint's order with its texts, if any, else by rules. */
function answerOf(
  candidates: readonly Recommendation[],
  worded: readonly DescribedTopics[] | null,
  failure: EndpointFailure | null,
): Answer {
  if (!worded)
    return {
      data: rankCandidates(candidates).map((topic) => ({ ...topic, words: null })),
      by: 'rules',
      failure,
    }
  const topicsById = new Map(candidates.map((topic) => [topic.content_id, topic]))
  const data = worded.map(({ content_id, text }) => ({ ...topicsById.get(content_id)!, words: text }))
  return { data, by: 'endpoint', failure: null }
}

async function findCandidates(ctx: Ctx, { course_id, topic, creator_preview }: Given) {
  const outline = await getReaderOutline(ctx, { course_id, creator_preview })
  const topics = outline.lessons.flatMap((lesson) =>
    lesson.contents
      .filter((content) => content.is_published)
      .map((content): TopicFacts => ({
        content_id: content.id,
        title: content.title,
        lesson_title: lesson.title,
        type: content.type,
        is_open: content.lock_reason === null,
        is_optional: content.is_optional,
        is_new: 'is_new' in content && content.is_new === true,
        is_completed: content.completed_at !== null,
        opened_at: content.opened_at,
        position_seconds: content.position_seconds,
        waits_for: ('lock' in content && content.lock?.opens_after?.id) || null,
      })),
  )
  return recommendationCandidates({
    topics,
    questions: await recentQuestions(ctx, course_id),
    currentTopicId: topic ?? null,
    ends_at: outline.enrolment?.student_approval_end_date ?? null,
    now: ctx.now,
  })
}

async function recentQuestions(
  { tx, school_id, actor, now }: Ctx,
  course_id: string,
): Promise<QuestionFacts[]> {
  const rows = await tx
    .selectFrom('assistant_questions')
    .where('school_id', '=', school_id)
    .where('user_id', '=', actor.id)
    .where('course_id', '=', course_id)
    // The lessons of a question without an answer are search results, not its topic.
    .where('kind', '!=', 'none')
    .where('created_at', '>', new Date(now.getTime() - questionDays * 86_400_000))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxQuestions)
    .select(['state', sql<Citation[]>`citations`.as('citations')])
    .execute()
  return rows.map(({ state, citations }) => ({
    // The first citation is the topic of the question.
    content_ids: citations.slice(0, 1).map(({ content_id }) => content_id),
    was_no_help: state === 'rated_unhelpful',
  }))
}
