import type { ErasureRule, PersonalData } from '#tenancy/context/personal-data.ts'
import { eraseUserQuestions } from './asked-questions/erase-questions.ts'

const erasure: ErasureRule = { verb: (ctx, { id }) => eraseUserQuestions(ctx, id) }

export const personalData: PersonalData = {
  rows: [
    { table: 'assistant_questions', personColumns: ['user_id'], erasure },
    { table: 'assistant_usage', personColumns: ['user_id'], erasure },
    { table: 'assistant_preferences', personColumns: ['user_id'], erasure },
    { table: 'assistant_recommendations', personColumns: ['user_id'], without: ['input_hash'], erasure },
  ],
  mentions: { 'assistant_corrections.corrected_by': 'A corrected answer is its course’s.' },
}
