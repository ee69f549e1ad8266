/** English words with irregular forms; the first of each line is the stem. */
const lines = `
  be was were been|become became|begin began begun|blow blew blown|break broke broken|bring brought|build built
  buy bought|catch caught|child children|choose chose chosen|come came|deal dealt|dig dug|draw drew drawn
  drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed|feel felt|fight fought|find found
  fly flew flown|foot feet|forget forgot forgotten|freeze froze frozen|grow grew grown|hang hung|hear heard|hide hid hidden
  hold held|keep kept|know knew known|lead led|leave left|lend lent|light lit|lose lost|make made|man men|mean meant
  meet met|mouse mice|pay paid|person people|ride rode ridden|ring rang rung|rise rose risen|run ran|see saw seen|seek sought
  sell sold|send sent|shake shook shaken|shine shone|shoot shot|shrink shrank shrunk|sing sang sung|sink sank sunk
  sit sat|sleep slept|speak spoke spoken|spend spent|spin spun|stand stood|steal stole stolen|stick stuck|swim swam swum
  swing swung|take took taken|teach taught|tear tore torn|think thought|throw threw thrown|tooth teeth
  understand understood|wear wore worn|win won|woman women|write wrote written`

const groups = lines.split(/[|\n]/).map((line) => line.trim().split(/\s+/))

export const irregularWords: ReadonlyMap<string, readonly string[]> = new Map(
  groups.flatMap((group) => group.map((word) => [word, group] as const)),
)
