export { parseEmbed, embedOrigins, embedUrl, type Embed } from './embeds.ts'
