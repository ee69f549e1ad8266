import type { Static } from 'typebox'
import type * as contract from '../contract.ts'

export type RecommendedTopic = Static<(typeof contract.recommendTopics.reply)[1]>['data'][number]
export type Recommendation = Omit<RecommendedTopic, 'words'>
export type RecommendationReason = RecommendedTopic['reason']

/** Facts about one topic, in course order. */
export interface TopicFacts {
  content_id: string
  title: string
  lesson_title: string
  type: string
  is_open: boolean
  is_optional: boolean
  is_new: boolean
  is_completed: boolean
  opened_at: Date | null
  position_seconds: number
  /** Topic that must be completed first, if it locks this one. */
  waits_for: string | null
}

/** A question of this reader, with the topics of its answer. */
export interface QuestionFacts {
  content_ids: readonly string[]
  /** It had no answer, or the person rated the answer as wrong. */
  was_no_help: boolean
}

export interface RecommendationFacts {
  topics: readonly TopicFacts[]
  /** Recent questions. */
  questions: readonly QuestionFacts[]
  /** The open topic. */
  currentTopicId: string | null
  /** When access ends. */
  ends_at: Date | null
  now: Date
}

export const maxRecommendations = 3
/** Minimum number of questions for which a topic is recommended again. */
const often = 2
/** The end of access is mentioned below this time in milliseconds. */
const soon = 14 * 86_400_000

/** Reasons in order; the first that applies counts. */
const weights: Record<RecommendationReason, number> = {
  resume: 6,
  asked: 5,
  unlocks: 4,
  next: 3,
  new: 2,
  optional: 1,
  open: 0,
}

/**
 * Topics to take next or again, best first: started ones, those with questions, those that unlock others, the
 * next in order, new ones, and optional ones. Only topics that this reader may open.
 */
export const recommendFromFacts = (facts: RecommendationFacts) =>
  rankCandidates(recommendationCandidates(facts))

/** Candidates with a reason. */
export const rankCandidates = (candidates: readonly Recommendation[]) =>
  candidates.filter(({ reason }) => reason !== 'open').slice(0, maxRecommendations)

/** The same with all other open, incomplete topics. */
export function recommendationCandidates(facts: RecommendationFacts): Recommendation[] {
  const { topics, currentTopicId, now } = facts
  const first = topics.find(
    (topic) => isTodo(topic) && !topic.is_optional && topic.content_id !== currentTopicId,
  )
  const startedTopic = latestBegun(topics, currentTopicId)
  const ends_at = facts.ends_at && facts.ends_at.getTime() - now.getTime() < soon ? facts.ends_at : null
  const chosen = topics.flatMap((topic, position) => {
    if (!topic.is_open || topic.content_id === currentTopicId) return []
    const unlocks = topics.find(({ waits_for, is_open }) => waits_for === topic.content_id && !is_open)
    const reason = reasonFor(topic, {
      first,
      startedTopic,
      unlocks,
      questionCount: questionCount(topic, facts.questions),
    })
    return reason ? [{ topic, position, reason, unlocks: unlocks?.title ?? null }] : []
  })
  return chosen
    .toSorted((a, b) => weights[b.reason] - weights[a.reason] || a.position - b.position)
    .map(({ topic, reason, unlocks }) => ({
      content_id: topic.content_id,
      title: topic.title,
      lesson_title: topic.lesson_title,
      type: topic.type,
      reason,
      unlocks: reason === 'unlocks' ? unlocks : null,
      position_seconds: topic.position_seconds,
      ends_at: topic.is_completed || topic.is_optional ? null : ends_at,
    }))
}

const isTodo = (topic: TopicFacts) => topic.is_open && !topic.is_completed

function latestBegun(topics: readonly TopicFacts[], currentTopicId: string | null) {
  const begun = topics.filter(
    (topic) => isTodo(topic) && topic.opened_at !== null && topic.content_id !== currentTopicId,
  )
  return begun.toSorted((a, b) => b.opened_at!.getTime() - a.opened_at!.getTime())[0]
}

const questionCount = ({ content_id }: TopicFacts, questions: readonly QuestionFacts[]) =>
  questions
    .filter(({ content_ids }) => content_ids.includes(content_id))
    .reduce((sum, { was_no_help }) => sum + (was_no_help ? often : 1), 0)

interface Circumstances {
  first: TopicFacts | undefined
  startedTopic: TopicFacts | undefined
  unlocks: TopicFacts | undefined
  questionCount: number
}

function reasonFor(
  topic: TopicFacts,
  { first, startedTopic, unlocks, questionCount: questions }: Circumstances,
): RecommendationReason | null {
  if (topic === startedTopic) return 'resume'
  if (questions >= often) return 'asked'
  if (topic.is_completed) return null
  if (unlocks) return 'unlocks'
  if (topic === first) return 'next'
  if (topic.is_new) return 'new'
  return topic.is_optional ? 'optional' : 'open'
}
