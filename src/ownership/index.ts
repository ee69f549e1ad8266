export { deleteSchoolOffers, withdrawOffers } from './queries.ts'
