// Text line by line, as a stream.

/** The longest line that is read, in characters. */
export const longestLine = 64 * 1024 * 1024

/** Lines without their end, with their number from 1; a byte order mark is left out. */
export async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<{ text: string; line: number }> {
  let rest = ''
  let line = 0
  for await (const chunk of chunks) {
    rest += chunk
    let start = 0
    for (let end = rest.indexOf('\n'); end !== -1; end = rest.indexOf('\n', start)) {
      line += 1
      yield { text: tidy(rest.slice(start, end), line), line }
      start = end + 1
    }
    rest = rest.slice(start)
    if (rest.length > longestLine) throw new RangeError(`line ${line + 1} has more than ${longestLine} characters`)
  }
  if (rest !== '') yield { text: tidy(rest, line + 1), line: line + 1 }
}

function tidy(text: string, line: number): string {
  const whole = text.endsWith('\r') ? text.slice(0, -1) : text
  return line === 1 && whole.charCodeAt(0) === 0xfeff ? whole.slice(1) : whole
}
