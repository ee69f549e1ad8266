import type { ErasureRule, PersonalData } from '#tenancy/context/personal-data.ts'
import { eraseUserQuestions } from './questions/erase-questions.ts'

const erasure: ErasureRule = { verb: (ctx, { id }) => eraseUserQuestions(ctx, id) }

export const personalData: PersonalData = {
  rows: [
    { table: 'assistant_questions', by: ['user_id'], erasure },
    { table: 'assistant_usage', by: ['user_id'], erasure },
    { table: 'assistant_preferences', by: ['user_id'], erasure },
    { table: 'assistant_recommendations', by: ['user_id'], without: ['input_hash'], erasure },
  ],
  mentions: { 'assistant_corrections.corrected_by': 'A corrected answer is its course’s.' },
}
