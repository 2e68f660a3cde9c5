// How many answers the items of Epoch's benchmarks offer: what guessing gives, and so what a correction for chance takes off.

/** Of the benchmarks all of whose items offer equally many answers, by their published descriptions. */
const OFFERED: Readonly<Record<string, number>> = {
  // Two solutions, endings or referents.
  ...{ piqa: 2, winogrande: 2, boolq: 2, csqa2: 2 },
  // Entailment, neutral, contradiction.
  anli: 3,
  // Four endings or options. A handful of ARC's questions have three or five.
  ...{ hellaswag: 4, 'arc ai2': 4, mmlu: 4, openbookqa: 4 },
}

/**
 * Not a property of the benchmark: BBH mixes tasks of two to eighteen options with tasks of none. Inferred from Epoch's pages, which
 * correct its scores as if guessing were right once in four. A correction is claimed only where it holds for a whole page, so that
 * an approximation that a page doesn't use claims nothing.
 */
const APPROXIMATED: Readonly<Record<string, number>> = { bbh: 4 }

/** Undefined where items differ, or offer none to choose from. */
export function choicesOf(benchmark: string): number | undefined {
  const name = benchmark.toLowerCase()
  return OFFERED[name] ?? APPROXIMATED[name]
}
