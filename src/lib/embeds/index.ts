export { embedOf, embedOrigins, embedUrl, type Embed } from './embeds.ts'
