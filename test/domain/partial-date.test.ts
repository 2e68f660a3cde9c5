// Partial dates: which texts are dates, how they overlap ranges, and the same said in terms of text order.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as dates from '../../src/domain/partial-date.ts'
import { readPrintedDate } from '../../src/domain/printed-date.ts'

// Few years and months, so that dates meet often.
const partialDate = fc
  .tuple(
    fc.integer({ min: 2023, max: 2026 }),
    fc.option(fc.constantFrom(1, 2, 11, 12)),
    fc.option(fc.integer({ min: 1, max: 28 })),
  )
  .map(([year, month, day]) =>
    [year, month, month && day]
      .filter((part) => part !== null)
      .map((part) => String(part).padStart(2, '0'))
      .join('-'),
  )

describe('parsePartialDate', () => {
  it.each(['2026', '2026-02', '2026-02-17', '2024-02-29', '2000-02-29', '1900-01-01', '2199-12-31'])(
    'takes %s',
    (text) => expect(dates.parsePartialDate(text)).toBe(text),
  )

  it.each(['2026-02-30', '2025-02-29', '1900-02-29', '2026-13', '2026-00', '2026-04-31', '2026-01-00', '1899', '2200'])(
    'refuses %s, which is no day, month or year of ours',
    (text) => expect(dates.parsePartialDate(text)).toBeNull(),
  )

  it.each(['', '26', '2026-2', '2026-02-1', '2026/02', ' 2026', '2026-02-17T00:00:00Z', '２０２６', '2026\n'])(
    'refuses %j, which is written otherwise',
    (text) => expect(dates.parsePartialDate(text)).toBeNull(),
  )

  it('agrees with the calendar of Date', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1900, max: 2199 }),
        fc.integer({ min: 0, max: 14 }),
        fc.integer({ min: 0, max: 33 }),
        (y, m, d) => {
          const text = `${y}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`
          const real = new Date(Date.UTC(y, m - 1, d)).toISOString().slice(0, 10) === text
          expect(dates.parsePartialDate(text)).toBe(real ? text : null)
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('first and last day', () => {
  it.each([
    ['2026', '2026-01-01', '2026-12-31'],
    ['2026-02', '2026-02-01', '2026-02-28'],
    ['2024-02', '2024-02-01', '2024-02-29'],
    ['2026-04', '2026-04-01', '2026-04-30'],
    ['2026-02-17', '2026-02-17', '2026-02-17'],
  ])('%s runs from %s to %s', (date, first, last) => {
    expect(dates.firstDay(date)).toBe(first)
    expect(dates.lastDay(date)).toBe(last)
  })
})

describe('overlapsRange', () => {
  it.each([
    ['2026', { from: '2026-02', to: '2026-03' }, true],
    ['2026-02', { from: '2026-02-17' }, true],
    ['2026-01', { from: '2026-02' }, false],
    ['2026-03', { to: '2026-02' }, false],
    ['2026-02-28', { to: '2026-02' }, true],
    ['2025', { from: '2026' }, false],
    ['2025', {}, true],
  ])('%s in %j: %s', (date, range, expected) => expect(dates.overlapsRange(date, range)).toBe(expected))

  it('is what SQL can ask of the text: at or after from, or a prefix of it; and up to everything that begins with to', () => {
    fc.assert(
      fc.property(partialDate, fc.option(partialDate), fc.option(partialDate), (date, from, to) => {
        const begins = from === null || date >= from || dates.prefixesOf(from).includes(date)
        const ends = to === null || date <= `${to}~`
        expect(dates.overlapsRange(date, { from, to })).toBe(begins && ends)
      }),
      { numRuns: 2000 },
    )
  })

  it('orders by first day, the less precise first', () => {
    fc.assert(
      fc.property(partialDate, partialDate, (a, b) => {
        const byDay = dates.firstDay(a) < dates.firstDay(b) ? -1 : dates.firstDay(a) > dates.firstDay(b) ? 1 : 0
        expect(dates.comparePartialDates(a, b)).toBe(byDay || Math.sign(a.length - b.length))
      }),
    )
  })
})

describe('readPrintedDate', () => {
  it.each([
    ['2026', '2026'],
    ['2026-02', '2026-02'],
    ['2026.06', '2026-06'],
    ['2026/6', '2026-06'],
    ['2026/02/17', '2026-02-17'],
    ['2026.2.7', '2026-02-07'],
    ['October 1, 2026', '2026-10-01'],
    ['Oct. 1st, 2026', '2026-10-01'],
    ['1 October 2026', '2026-10-01'],
    ['November 2026', '2026-11'],
    ['Sept 2026', '2026-09'],
    [' may 3,  2026 ', '2026-05-03'],
    ['2026-10-17T23:30:00-05:00', '2026-10-17'],
    ['2026-10-17 08:00', '2026-10-17'],
  ])('reads %j as %s', (text, expected) => expect(readPrintedDate(text)).toBe(expected))

  it.each([
    '01/02/2026',
    '2026.6',
    '2026-02/17',
    'February 30, 2026',
    'Octember 2026',
    'Mar',
    '17',
    '',
    'v2026',
    '20260217',
  ])('does not guess at %j', (text) => expect(readPrintedDate(text)).toBeNull())
})
