// First or third party: from who is stated to have measured, and who develops.
import { expect, test } from 'vitest'
import { partyOf } from '../../src/domain/party.ts'

test.each<[string[], string[], string]>([
  [[], ['lab'], 'UNKNOWN'],
  [['lab'], [], 'UNKNOWN'],
  [[], [], 'UNKNOWN'],
  [['lab'], ['lab'], 'FIRST'],
  [['university', 'lab'], ['parent', 'lab'], 'FIRST'],
  [['university'], ['lab'], 'THIRD'],
])('measured by %j, developed by %j: %s', (measurers, developers, expected) => {
  expect(partyOf(measurers, developers)).toBe(expected)
})
