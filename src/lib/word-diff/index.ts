export { difference, type Piece } from './word-diff.ts'
