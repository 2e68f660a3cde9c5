// Values of Epoch's tables that stand for none.

/** A cost of nothing is a cost that nobody recorded: running a model has its price. */
export function missingValue(column: string, printed: string): { code: string; text: string } | null {
  if (/\bcosts?\b/i.test(column) && /^\s*[$€£]?\s*0+(?:\.0+)?\s*$/.test(printed))
    return {
      code: 'no-cost-recorded',
      text: `The column ${column} has ${printed.trim()}, which Epoch writes where no cost was recorded.`,
    }
  return null
}
