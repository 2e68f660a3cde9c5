// Whether two printed names are surely one: for aliases that a dump may declare.

const kept = (name: string) =>
  name
    .toLowerCase()
    // Digits that stand apart stay apart: "opt-1.3b" is not "opt-13b", "phi-1 5" not "phi-15".
    .replace(/(\d)[\s_-]+(?=\d)/g, '$1~')
    .replace(/[\s_-]+/g, '')

/** Whether they differ in case, spaces, hyphens and underscores only. Dots and signs count: mbpp and mbpp+, 1.3b and 13b. */
export const spelledAlike = (a: string, b: string): boolean => kept(a) === kept(b) && kept(a) !== ''
