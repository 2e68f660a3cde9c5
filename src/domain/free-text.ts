// What can be read for sure out of words about how something was evaluated. The rest of the words says nothing.

/** Facts by field: shots, tools, thinking, chain of thought, sampling, effort. */
export type TextFacts = ReadonlyMap<string, string>

const NUMBER_WORDS: Record<string, string> = { zero: '0', one: '1', two: '2', three: '3', four: '4', five: '5' }
const SHOTS = /(\d+|zero|one|two|three|four|five|few|multi|many)[\s-]*shots?\b/g
const NO_TOOLS =
  /\b(?:no|without|w\/o)\s+(?:any\s+|external\s+)*(?:tools?|python|browser|browsing|search|code execution)\b/
const TOOLS = /\b(?:tools?|python|browser|browsing|web search|code execution|code interpreter)\b/
const NOT_THINKING =
  /\b(?:no|without|non)[\s-]+(?:extended[\s-]+)?thinking\b|\bthinking\s+(?:mode\s+)?(?:off|disabled)\b/
const THINKING = /\b(?:with|extended)\s+thinking\b|\bthinking\s+(?:mode\s+)?(?:on|enabled)\b|\bthinking mode\b/
const NO_COT = /\b(?:no|without|w\/o)\s+(?:cot|chain[\s-]of[\s-]thought)\b/
const COT = /\bcot\b|\bchain[\s-]of[\s-]thought\b/
const SAMPLING = /\b(pass|maj|cons|best|avg|mean|acc)@(\d+)\b/g
const EFFORT = /\b(minimal|low|medium|high|xhigh|max|maximum)\s+(?:reasoning\s+|thinking\s+)?effort\b/

/** Reads "5-shot CoT" as shots 5 and chain of thought on; two different answers in one text are none. */
export function readFreeText(text: string): TextFacts {
  const words = text.toLowerCase()
  const facts = new Map<string, string>()
  const put = (field: string, value: string | undefined) => (value === undefined ? undefined : facts.set(field, value))
  put('shots', shotsIn(words))
  put('tools', NO_TOOLS.test(words) ? 'none' : TOOLS.test(words) ? 'used' : undefined)
  put('thinking', NOT_THINKING.test(words) ? 'off' : THINKING.test(words) ? 'on' : undefined)
  put('chain of thought', NO_COT.test(words) ? 'off' : COT.test(words) ? 'on' : undefined)
  put('sampling', only([...words.matchAll(SAMPLING)].map(([found]) => found)))
  put('effort', EFFORT.exec(words)?.[1])
  return facts
}

/** The number of examples in a text: "5", or "few" where only that is said; undefined for none and for several. */
export function shotsIn(text: string): string | undefined {
  const found = [...text.toLowerCase().matchAll(SHOTS)].map(([, word = '']) => NUMBER_WORDS[word] ?? word)
  return only(found.map((word) => (/^\d+$/.test(word) ? String(Number(word)) : word === 'one' ? '1' : word)).map(few))
}

/**
 * The version that the name of an edition holds: "v2" of "paper-v2-full", "2.1", "2024-08"; undefined where it holds none,
 * or several.
 */
export function editionVersion(edition: string): string | undefined {
  const text = edition.toLowerCase()
  const marked = [...text.matchAll(/(?<![a-z0-9])v(?:ersion\s*)?(\d+(?:\.\d+)*)(?![a-z0-9.])/g)].map(([, n = '']) => n)
  if (marked.length > 0) return only(marked)
  if (/^\d+(?:\.\d+)*$/.test(text)) return text
  const dates = [...text.matchAll(/(?<!\d)(20\d\d(?:[-.]\d\d){0,2})(?!\d)/g)].map(([, date = '']) =>
    date.replaceAll('.', '-'),
  )
  return only(dates)
}

function few(word: string): string {
  return word === 'multi' || word === 'many' ? 'few' : word
}

function only(found: readonly string[]): string | undefined {
  const distinct = new Set(found)
  return distinct.size === 1 ? found[0] : undefined
}
