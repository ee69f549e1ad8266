import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sampleRate, synthesizeSpeech, type SpokenLine, type Voice } from './speech.ts'

const line = (voice: Voice, text: string, silenceAfterSeconds = 0.55): SpokenLine => ({
  voice,
  text,
  silenceAfterSeconds,
})

const recordings: Record<string, SpokenLine[]> = {
  'parole-rencontre.mp3': [
    line('french-woman', 'Bonjour ! Vous êtes nouveau ?'),
    line('french-man', 'Oui, c’est mon premier jour. Je m’appelle Moussa.'),
    line('french-woman', 'Enchantée, Moussa. Moi, c’est Amélie. Vous venez d’où ?'),
    line('french-man', 'Je viens de Dakar, mais j’habite à Paris maintenant.'),
    line('french-woman', 'Moi, je viens de Lyon. Vous parlez très bien français !'),
    line('french-man', 'Merci. Au Sénégal, je parle français à l’école, et wolof à la maison.'),
    line('french-woman', 'On peut se tutoyer ?'),
    line('french-man', 'Avec plaisir ! Tu veux prendre un café ?'),
    line('french-woman', 'Oui, bonne idée.', 1),
  ],
  'parole-cafe.mp3': [
    line('french-man', 'Bonjour, messieurs-dames. Vous désirez ?'),
    line('french-woman', 'Bonjour. Un café crème, s’il vous plaît.'),
    line('french-man', 'Et pour moi, un thé à la menthe.'),
    line('french-man', 'Très bien. Et avec ceci ?'),
    line('french-woman', 'Vous avez des croissants ?'),
    line('french-man', 'Il en reste deux.'),
    line('french-man', 'Parfait, nous prenons les deux.', 1.2),
    line('french-woman', 'L’addition, s’il vous plaît.'),
    line('french-man', 'Cela fait onze euros quarante.'),
    line('french-man', 'Voilà douze euros. Gardez la monnaie.', 1),
  ],
  'codecraft-week-of-sales.mp3': [
    line(
      'english-man',
      'I begin with the number of rows. Two thousand one hundred and six receipts. Last week it was two thousand and ninety. So nothing large is missing.',
    ),
    line('english-man', 'Now the days. Wednesday has half of what it should have. Is that a holiday? No.'),
    line(
      'english-man',
      'I look at the branches. On Wednesday, Ibadan has no receipts at all between ten and four. Either the shop was closed, or the till was not connected.',
    ),
    line('english-man', 'I do not guess, I telephone. The till was offline, the receipts arrive tonight.'),
    line(
      'english-man',
      'If I had sent the report this morning, somebody would have asked Ibadan why their sales fell.',
      1,
    ),
  ],
  'meridian-broad-street.mp3': [
    line('english-man', 'Professor, is it true that removing the pump handle ended the epidemic?'),
    line(
      'english-woman',
      'That is the story we tell. Look at the dates. The deaths were falling before the eighth of September, when the handle was removed. Many people had fled.',
    ),
    line('english-man', 'So the map proved nothing?'),
    line(
      'english-woman',
      'It proved less than we say, and more than people believed at the time. What convinced careful readers were the exceptions.',
    ),
    line(
      'english-woman',
      'The brewery near the pump had no deaths: the workers drank beer, and had their own well.',
    ),
    line(
      'english-woman',
      'A widow in Hampstead, miles away, died of cholera. She had water from Broad Street brought to her every day, because she liked the taste.',
    ),
    line('english-man', 'So one looks for those who do not fit.'),
    line(
      'english-woman',
      'Always. A pattern gives you an idea. The exceptions tell you whether it is a good one.',
      1,
    ),
  ],
}

/** Synthesises every recording and stores it as MP3. */
export function writeRecordings(folder: string) {
  for (const [file, spoken] of Object.entries(recordings)) {
    const raw = join(tmpdir(), `${file}.raw`)
    writeFileSync(raw, Buffer.concat(spoken.map(synthesizeSpeech)))
    const input = ['-f', 's16le', '-ar', String(sampleRate), '-ac', '1', '-i', raw]
    const output = ['-c:a', 'libmp3lame', '-b:a', '40k', '-map_metadata', '-1', '-fflags', '+bitexact']
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...input, ...output, join(folder, file)])
    rmSync(raw)
  }
}
