/** Stands for a number in the cached offline page until the service worker has counted. */
export const queuedCount = '{queued}'

const stores = [
  ['progress', 'waiting'],
  ['uploads', 'sending'],
] as const

/** Fills the offline page with the numbers of entries in the databases of this browser. */
export async function fillQueue(html: string): Promise<string> {
  let filled = html
  for (const [database, store] of stores) {
    const count = await countEntries(database, store).catch(() => 0)
    if (count > 0) filled = showLine(filled, database, count)
  }
  return filled
}

function showLine(html: string, name: string, count: number) {
  const [before, line] = html.split(`<li hidden="" data-queued="${name}">`)
  return line === undefined ? html : `${before}<li>${line.replace(queuedCount, String(count))}`
}

/** Rejects if the database does not exist; opening it must not create it. */
function countEntries(database: string, store: string) {
  return new Promise<number>((resolve, reject) => {
    const opening = indexedDB.open(database)
    opening.onupgradeneeded = () => opening.transaction?.abort()
    opening.onerror = () => reject(new Error(`There is no database ${database}`))
    opening.onsuccess = () => {
      const counting = opening.result.transaction(store).objectStore(store).count()
      counting.onsuccess = () => resolve(counting.result)
      counting.onerror = () => reject(new Error(`${database} cannot be read`))
      opening.result.close()
    }
  })
}
