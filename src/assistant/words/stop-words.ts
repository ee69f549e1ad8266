export type StopWordLanguage = 'en' | 'fr'

const set = (words: string) => new Set(words.split(/\s+/).filter(Boolean))

/** Stop words by language, without accents. */
export const stopWords: Record<StopWordLanguage, ReadonlySet<string>> = {
  en: set(`
    a about after again all also am an and any are aren as at back be because been before being between both but by can
    cannot could couldn course d define describe did didn difference differences do does doesn doing don each either else ever every explain
    few for from get give given had has hasn have haven having he help her here hers him his how i if in into is isn it
    its just know learn lesson let like ll m many may me mean means might mine more most much must my need no nor not
    of off on once one only or other our out over own please question re really s said same say says shall she should
    show so some such t tell than that the their them then there these they thing things this those through to too
    topic under until up us use used using ve very want was wasn way we were weren what when where whether which while
    who whom whose why will with without won would wouldn you your yours`),
  fr: set(`
    a ai ainsi alors apprendre apres as au aucun aucune aussi autre autres aux avant avec avez avoir avons c ca car ce
    ceci cela celle celles celui ces cet cette ceux chaque ci combien comme comment cours d dans de definir des difference differences dire dis dit
    dois doit donc donne donner dont du elle elles en encore entre es est et etait ete etes etre eu expliquer explique
    expliquez fait faire fais faut font il ils j je jusqu l la le lecon les leur leurs lors lorsque lui m ma mais me
    meme mes moi mon montre n ne ni nos notre nous on ont ou par parce parle parler pas peu peut peuvent peux plait
    plus pour pourquoi pouvez puis qu quand que quel quelle quelles quels quelqu question qui quoi s sa sais sans se
    sera ses si sil sont sous soit son sur t ta te tes toi ton tous tout toute toutes tres tu un une utilise utiliser
    veut veux vers voici voila vos votre vous y`),
}
