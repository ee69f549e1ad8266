export { deleteOffersOf, withdrawOffers } from './queries.ts'
